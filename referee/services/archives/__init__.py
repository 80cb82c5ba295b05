"""Championships as files: asked for here, and brought here from another installation."""
