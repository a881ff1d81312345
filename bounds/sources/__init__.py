"""What the sources state: a folder a document, a file a section, statements in the document's order."""
