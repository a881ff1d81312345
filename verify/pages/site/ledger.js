"use strict";
const table = document.querySelector("table.ledger");
const rows = [...table.tBodies[0].rows];
const form = document.querySelector("form.filters");
const count = document.querySelector(".count");
const fields = [...form.querySelectorAll("select")];
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

const order = new Intl.Collator("en", { numeric: true });
function sort(heading) {
  const column = heading.cellIndex;
  const down = heading.getAttribute("aria-sort") === "ascending";
  const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const sorted = [...rows].sort((a, b) => order.compare(key(a), key(b)) * (down ? -1 : 1));
  table.tBodies[0].append(...sorted);
}

form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("reset", () => setTimeout(filter));
form.addEventListener("submit", (event) => event.preventDefault());
for (const heading of table.tHead.rows[0].cells) {
  heading.tabIndex = 0;
  heading.addEventListener("click", () => sort(heading));
  heading.addEventListener("keydown", (event) => event.key === "Enter" && sort(heading));
}
filter();
