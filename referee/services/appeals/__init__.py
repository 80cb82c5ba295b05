"""Appeals to the Director (17): presented, qualified, ruled upon, told to the public."""
