// The page: takes a certificate by drop, paste or link, has a fresh engine check it, and shows what it says.
const $ = (id) => document.getElementById(id);
const LIMIT = 240000;
let parts = null, running = null, turn = 0;

async function bytesOf(id) {
  const packed = Uint8Array.from(atob($(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function load() {
  if (parts === null) {
    parts = {};
    for (const script of document.querySelectorAll("script[data-part]")) parts[script.dataset.part] = await bytesOf(script.id);
  }
  return parts;
}

function show(word, kind, page) {
  const mark = document.createElement("span");
  mark.className = kind + " mark";
  mark.textContent = word;
  $("word").replaceChildren(mark);
  $("found").innerHTML = page;
  document.body.dataset.word = word;
}

function stop() {
  if (running !== null) { running.terminate(); running = null; }
}

function worker(code) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return new Worker(address);
}

async function check() {
  const mine = ++turn;
  stop();
  const asked = ["given", "claim", "bound", "relation", "without"].map((id) => $(id).value);
  if (!asked[0].trim()) return;
  show("checking …", "soft", "");
  const message = { parts: await load(), asked };
  const wall = setTimeout(() => answer({ broken: "it took too long" }), LIMIT);
  function answer(said) {
    if (mine !== turn) return;
    if (said.ready) {
      $("digests").textContent = Object.entries(said.ready).map(([name, sha]) => sha + "  " + name).join("\n");
      return;
    }
    clearTimeout(wall);
    stop();
    if (said.found) {
      const kind = { CONFIRMED: "good", "NOT CONFIRMED": "bad" }[said.found.word] || "doubt";
      show(said.found.word, kind, said.found.page);
    } else {
      show("NOT CHECKED", "doubt", "");
      $("found").textContent = "The checker broke off: " + said.broken;
    }
  }
  const code = $("engine").textContent;
  try {
    running = worker(code + "\nonmessage = (event) => serve(event.data, postMessage);");
    running.onmessage = (event) => answer(event.data);
    running.onerror = (event) => answer({ broken: event.message || "the worker ended" });
    running.postMessage(message);
  } catch (error) {
    running = null;
    serve(message, answer);
  }
}

function take(text) {
  $("given").value = text;
  check();
}

async function takeFile(file) {
  const text = await file.text();
  const link = /#certificate=[A-Za-z0-9_-]+/.exec(text);
  take(/\.html?$/i.test(file.name) && link ? link[0] : text);
}

function fromLink() {
  if (location.hash.startsWith("#certificate=")) take(location.hash);
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) takeFile(file);
});
$("file").addEventListener("change", () => $("file").files[0] && takeFile($("file").files[0]));
$("check").addEventListener("click", check);
addEventListener("hashchange", fromLink);
fromLink();
