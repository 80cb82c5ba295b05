"""Which Juez judges which partida, and at which table: values in, an allocation and what it cannot keep out."""
