"""The tools for files and folders: every disk access goes through the allowed folders."""
