"use strict";
const table = document.querySelector("table.ledger");
const rows = [...table.tBodies[0].rows];
const form = document.querySelector("form.filters");
const count = document.querySelector(".count");
const order = form.elements.order;
const fields = [...form.querySelectorAll("select")].filter((field) => field !== order);
const headings = [...table.tHead.rows[0].cells];
const said = rows.map((row) => `${row.textContent} ${row.dataset.words}`.toLowerCase());

function filter() {
  const words = form.querySelector("input").value.toLowerCase().split(/\s+/);
  let shown = 0;
  rows.forEach((row, i) => {
    const fits = fields.every((field) => !field.value || row.dataset[field.name].split("|").includes(field.value));
    row.hidden = !(fits && words.every((word) => said[i].includes(word)));
    shown += !row.hidden;
  });
  count.textContent = `${shown} of ${rows.length} claims`;
}

const collator = new Intl.Collator("en", { numeric: true });
function sort(heading) {
  const column = heading.cellIndex;
  const down = heading.getAttribute("aria-sort") === "ascending";
  const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const sorted = [...rows].sort((a, b) => collator.compare(key(a), key(b)) * (down ? -1 : 1));
  table.tBodies[0].append(...sorted);
}

function reorder() {
  for (const heading of headings) heading.removeAttribute("aria-sort");
  if (order.value) sort(headings[order.value]);
  else table.tBodies[0].append(...rows);
}

form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("reset", () => setTimeout(() => { reorder(); filter(); }));
order.addEventListener("change", reorder);
form.addEventListener("submit", (event) => event.preventDefault());
for (const heading of headings) {
  heading.tabIndex = 0;
  heading.addEventListener("click", () => sort(heading));
  heading.addEventListener("keydown", (event) => event.key === "Enter" && sort(heading));
}
filter();
