// Reads what `script` recorded of a terminal and writes it as an SVG, with its colours: node terminal.mjs RECORDED COMMAND > FILE
// Cases that passed are left out after the second, with a ⋮ in their place.
import { readFileSync } from "node:fs";

const [recorded, command] = process.argv.slice(2);
const COLOURS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 90: "#8b949e" };
const WIDTH = 8.4, HEIGHT = 19, MARGIN = 18;

// A small terminal: rows of cells, a cursor, and the few control sequences that a progress line needs.
const rows = [[]];
let row = 0, column = 0, colour = "";
const text = readFileSync(recorded, "utf8").replace(/^Script started.*\n/, "").replace(/\r?\nScript done[\s\S]*$/, "");
for (const [all, parameter, final] of text.matchAll(/\x1b\[([\d;?]*)([A-Za-z])|[\s\S]/gu)) {
  if (final === "m") colour = COLOURS[parameter] ?? "";
  else if (final === "A") row = Math.max(0, row - Number(parameter || 1));
  else if (final === "K") rows[row] = rows[row].slice(0, parameter === "2" ? 0 : column);
  else if (all === "\r") column = 0;
  else if (all === "\n") rows[++row] ??= [];
  else if (!final) rows[row][column++] = { character: all, colour };
}

const line = cells => Array.from(cells, cell => cell?.character ?? " ").join("").trimEnd();
const blocks = [[]];
for (const cells of rows) {
  if (line(cells) === "") blocks.push([]);
  else if (!line(cells).startsWith("muster: ")) blocks.at(-1).push(cells);
}
const dots = [[{ character: "⋮", colour: COLOURS[90] }]];
let passed = 0;
const shown = [[Array.from(`$ ${command}`, character => ({ character, colour: COLOURS[90] }))]]
  .concat(blocks.filter(block => block.length).map(block => line(block[0]).startsWith("✓") && ++passed > 2 ? dots : block))
  .filter((block, i, list) => block !== dots || list[i - 1] !== dots)
  .flatMap((block, i) => i ? [[], ...block] : block);

const escaped = it => it.replace(/[&<>]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const columns = Math.max(...shown.map(cells => cells.length));
const width = Math.ceil(columns * WIDTH) + 2 * MARGIN, height = shown.length * HEIGHT + 2 * MARGIN;
const out = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What ${escaped(command)} prints">`,
  `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
  `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">`];
shown.forEach((cells, y) => {
  // One element for each run of a colour, placed and stretched by columns: fonts differ in width.
  let start = 0;
  while (start < cells.length) {
    let end = start;
    while (end < cells.length && (cells[end]?.colour ?? "") === (cells[start]?.colour ?? "")) end++;
    const words = line(cells.slice(start, end));
    const indent = words.length - words.trimStart().length;
    if (words.trim()) {
      out.push(`<text x="${(MARGIN + (start + indent) * WIDTH).toFixed(1)}" y="${MARGIN + y * HEIGHT + 14}" textLength="${(words.trim().length * WIDTH).toFixed(1)}" lengthAdjust="spacingAndGlyphs"${cells[start]?.colour ? ` fill="${cells[start].colour}"` : ""}>${escaped(words.trim()).replaceAll(" ", "\u00a0")}</text>`);
    }
    start = end;
  }
});
console.log([...out, "</g>", "</svg>"].join("\n"));
