"""The commands of ``boundcheck`` that live in a module of their own."""
