"""``boundcheck page ID``: a certificate or a claim as one page of HTML."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from bounds.data.files import write_text
from verify.commands.common import claim_named, require_writable
from verify.commands.printing import say
from verify.judge.read_certificate import in_file
from verify.pages.certificate import certificate_page, name_in
from verify.pages.claim import claim_page


def run(options: argparse.Namespace) -> int:
    """Write the page."""
    document = in_file(options.id)
    claim = claim_named(options.id) if document is None else None
    name = claim.id if claim is not None else name_in(document) if document is not None else ""
    out: Path = options.out or Path(re.sub(r"[^\w.+-]", "_", name)[:80] + ".html")
    require_writable(out)
    text = claim_page(claim, out.name) if claim is not None else certificate_page(document or {}, out.name)
    write_text(out, text)
    say(f"written {out}")
    return 0
