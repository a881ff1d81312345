// Starts Python from what the page has in it, in a worker or, where there is none, on the page: no request is made.
async function start(parts) {
  const address = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));
  const types = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
  globalThis.fetch = async (asked) => {
    const name = String(asked.url || asked).split("/").pop();
    if (!(name in types)) throw new Error("this page makes no requests: " + name);
    return new Response(parts[name], { headers: { "Content-Type": types[name] } });
  };
  // in a worker of this kind Pyodide refuses to start where scripts can be imported; none is
  if (typeof importScripts === "function") globalThis.importScripts = () => { throw new Error("nothing is imported"); };
  const { loadPyodide } = await import(address(parts["pyodide.mjs"], "text/javascript"));
  const { default: createPyodideModule } = await import(address(parts["pyodide.asm.mjs"], "text/javascript"));
  const info = JSON.parse(new TextDecoder().decode(parts["info.json"]));
  const python = await loadPyodide({
    indexURL: "https://engine.invalid/", lockFileContents: { info, packages: {} }, createPyodideModule,
  });
  python.unpackArchive(parts["boundcheck.zip"], "zip", { extractDir: "/home/pyodide" });
  return python.pyimport("verify.pages.reading");
}

async function serve(message, answer) {
  try {
    const reading = await start(message.parts);
    answer({ ready: JSON.parse(reading.digests()) });
    if (message.asked) answer({ found: JSON.parse(reading.read(...message.asked)) });
  } catch (error) {
    answer({ broken: String(error).slice(-300) });
  }
}
