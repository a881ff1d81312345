"use strict";
const index = JSON.parse(document.getElementById("index").textContent);
const words = index.map(([title, , text]) => [title.toLowerCase(), text.toLowerCase()]);
const field = document.querySelector("input");
const list = document.querySelector(".results");
const MOST = 60;

function score(i, asked) {
  const [title, text] = words[i];
  let sum = 0;
  for (const word of asked) {
    if (title === word || title.startsWith(`${word}:`)) sum += 100;
    else if (title.includes(word)) sum += 10;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function excerpt(text, asked) {
  const at = Math.max(0, Math.min(...asked.map((word) => (text.toLowerCase().indexOf(word) + 1 || 1) - 1)) - 40);
  return (at ? "… " : "") + text.slice(at, at + 200);
}

function find() {
  const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = asked.length ? index.map((_, i) => [score(i, asked), i]).filter(([sum]) => sum) : [];
  found.sort(([a, i], [b, j]) => b - a || i - j);
  list.replaceChildren(...found.slice(0, MOST).map(([, i]) => {
    const [title, path, text] = index[i];
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = path;
    link.textContent = title;
    const said = item.appendChild(document.createElement("div"));
    said.className = "soft small";
    said.textContent = excerpt(text, asked);
    return item;
  }));
  document.querySelector(".count").textContent = asked.length ? `${found.length} found` : "";
}

document.querySelector("form").hidden = false;
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", find);
field.value = decodeURIComponent(location.hash.slice(1));
field.focus();
find();
