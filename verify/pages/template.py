"""The frame of every page: its head, its style in light and dark, and what it forbids itself."""

from __future__ import annotations

from verify.pages.markup import Html, tag

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""What a page may do: show itself. It runs no program and loads nothing."""

STYLE = """
:root { --text: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color-scheme: light dark; --paper: #fdfdfb; --ink: #1d2126; --soft: #5c646e; --line: #d9dce0; --wash: #f2f3f1;
  --link: #0b5a9e; --left: #1f6feb; --right: #c2570c; --bad: #b3261e; --good: #1b7a3d; --doubt: #8a6100; --u: #7a3fb0 }
@media (prefers-color-scheme: dark) { :root { --paper: #15181c; --ink: #e4e6e8; --soft: #9ba3ad; --line: #363c44;
  --wash: #1e2227; --link: #79b8ff; --left: #6cb0ff; --right: #f0a05a; --bad: #ff8a80; --good: #6fcf8b;
  --doubt: #e3b341; --u: #c79bf2 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.55 var(--text) }
main { max-width: 52rem; margin: 0 auto; padding: 1rem 1.1rem 4rem }
header { max-width: 52rem; margin: 0 auto; padding: .7rem 1.1rem 0; color: var(--soft); font-size: .9rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .6rem 0 .3rem }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; padding-top: .6rem; border-top: 1px solid var(--line) }
h3 { font-size: 1rem; margin: 1.3rem 0 .3rem }
p { margin: .5rem 0 } a { color: var(--link) } .soft { color: var(--soft) } small, .small { font-size: .87rem }
code, pre { font: .87em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .8rem; margin: .5rem 0;
  overflow-x: auto; max-height: 26rem; overflow-wrap: normal }
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere }
.formula { overflow-x: auto; padding: .55rem .2rem; margin: .4rem 0; font-size: 1.15rem; overflow-wrap: normal }
.long { font-size: .92rem }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "Libertinus Math", "TeX Gyre Termes Math",
  "XITS Math", "DejaVu Math TeX Gyre", "Noto Sans Math", math, serif } mtext { font-family: var(--text) }
dd math, li math { math-style: normal } li { margin: .25rem 0 }
dl { display: grid; grid-template-columns: 8.5rem 1fr; gap: .3rem 1rem; margin: .6rem 0 }
dt { color: var(--soft); grid-column: 1 } dd { margin: 0; grid-column: 2; min-width: 0; overflow-x: auto }
@media (max-width: 34rem) { dl { display: block } dt { margin-top: .5rem; font-size: .87rem }
  .formula { font-size: 1.05rem } h1 { font-size: 1.3rem } }
.wide, .scroll { overflow-x: auto } .wide { margin: .5rem 0 } .scroll { padding: .5rem 0; margin: -.4rem 0 }
table { border-collapse: collapse; font-size: .9rem; overflow-wrap: normal }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; vertical-align: top; white-space: nowrap }
th { color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--soft) }
td { border-bottom: 1px solid var(--line) } .n { text-align: right; font-variant-numeric: tabular-nums }
tr.bad td, .bad { color: var(--bad) } .good { color: var(--good) } .doubt { color: var(--doubt) }
.mark { font-weight: 650; white-space: nowrap }
.note { border-left: 3px solid var(--line); padding: .1rem 0 .1rem .9rem; color: var(--soft); margin: .7rem 0 }
figure { margin: .8rem 0 } figure svg { max-width: 100%; height: auto; display: block }
figcaption { color: var(--soft); font-size: .87rem; margin-top: .3rem }
details { margin: .6rem 0 } summary { cursor: pointer; color: var(--link) }
svg text { font: 12.5px var(--text); fill: var(--ink);
  paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round }
svg .soft { fill: var(--soft) }  svg .bad { fill: var(--bad) }
"""


def document(title: str, *body: Html, top: Html = Html(), style: str = "", policy: str = POLICY) -> str:  # noqa: B008 - it never changes
    """Return a page that needs nothing else.

    ``top`` is what stands above its heading, ``style`` is added to its own, and ``policy`` is what it may do.

    >>> page = document("1 < 2", tag("h1", "1 < 2"))
    >>> "<title>1 &lt; 2</title>" in page, "script" in page
    (True, False)
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content="boundcheck"),
        tag("title", title),
        tag("style", Html(STYLE + style)),
    )
    above = tag("header", top) if top else Html()
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', above, tag('main', *body)), lang='en')}\n"
