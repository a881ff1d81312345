"""What the sources state: one module a document, its statements in the document's order."""
