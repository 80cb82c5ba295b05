"""What a process sees: `python -m tests.brackets.spreadsheets.environment`."""

import os
import sys

if __name__ == "__main__":
    sys.stdout.write(" ".join(os.environ))
