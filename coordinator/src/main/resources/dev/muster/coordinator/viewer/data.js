"use strict";
// The run: its head is plain JSON, everything else is packed and unpacked when it is needed.
const run = JSON.parse(document.getElementById("run").textContent);
const rows = [];
const unpackedBlocks = new Map();

async function unpack(id) {
  const binary = atob(document.getElementById(id).textContent.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// One object for each result, from columns.
async function readIndex() {
  for (let part = 0; part < run.parts; part++) {
    const columns = await unpack("index-" + part);
    const names = Object.keys(columns);
    for (let i = 0; i < columns.number.length; i++) {
      const row = { at: rows.length };
      for (const name of names) row[name] = columns[name][i];
      row.status = run.statuses[row.status];
      row.cause = run.causes[row.cause];
      row.file = run.files[row.file];
      row.worker = run.workers[row.worker];
      rows.push(row);
    }
  }
}

function blockOf(at) {
  let low = 0, high = run.blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (run.blocks[middle] <= at) low = middle; else high = middle - 1;
  }
  return low;
}

async function detailOf(row) {
  const block = blockOf(row.at);
  if (!unpackedBlocks.has(block)) {
    if (unpackedBlocks.size > 8) unpackedBlocks.clear();
    unpackedBlocks.set(block, await unpack("block-" + block));
  }
  return unpackedBlocks.get(block)[row.at - run.blocks[block]];
}

const unwell = new Set(["failed", "error", "flaky"]);
const causeName = cause => cause === "none" ? "" : cause.replaceAll("_", " ");
const statusName = row => row.cause === "muted" ? "muted" : row.status;
const place = row => row.line ? row.file + ":" + row.line : row.file;
const cellName = number => run.cells.length > 1 ? run.cells[number] ?? "cell " + number : "";

function took(ms) {
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60000) return (ms / 1000).toFixed(1) + " s";
  return Math.floor(ms / 60000) + " min " + Math.round(ms % 60000 / 1000) + " s";
}

// Elements; whatever comes from agents is text and nothing else.
function el(name, attributes, ...children) {
  const element = name.startsWith("svg:") ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
      : document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== "") element.append(child);
  return element;
}
