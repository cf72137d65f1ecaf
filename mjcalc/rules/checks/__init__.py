"""The checker's parts: what a file has, its tree beside the schema, its conditions, and the whole."""
