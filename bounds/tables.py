"""Tables of text, as reports print them."""

from bounds.display import html_table, text_table

__all__ = ["html_table", "text_table"]
