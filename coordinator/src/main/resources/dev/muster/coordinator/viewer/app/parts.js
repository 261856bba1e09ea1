// Parts of several pages: words for numbers, marks for statuses.
const count = number => number.toLocaleString("en");
const percent = rate => rate === undefined || rate === null ? "–" : (rate === 1 || rate === 0 ? 100 * rate : (100 * rate).toFixed(1)) + " %";
const money = usd => usd === undefined || usd === null ? "" : "$" + (usd >= 0.01 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2));

function took(ms) {
  if (ms === undefined || ms === null) return "";
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60000) return (ms / 1000).toFixed(1) + " s";
  const minutes = Math.floor(ms / 60000);
  return minutes < 60 ? minutes + " min " + Math.round(ms % 60000 / 1000) + " s" : Math.floor(minutes / 60) + " h " + minutes % 60 + " min";
}

function Time({ at }) {
  return at ? html`<time datetime=${at} title=${new Date(at).toString()}>${new Date(at).toLocaleString("sv").slice(0, 16)}</time>` : null;
}

const marks = { passed: "✓", failed: "✗", error: "!", flaky: "~", skipped: "–", cancelled: "·" };
const Status = ({ of }) => html`<span class="status ${of}">${of}</span>`;

// Repeats of a case in a cell, by their first letters: PPF.
const letters = { P: "passed", F: "failed", E: "error", Y: "flaky", S: "skipped", C: "cancelled" };
function Dots({ of }) {
  const names = [...of].map(letter => letters[letter]);
  return html`<span class="dots" role="img" aria-label=${names.join(", ")}>${names.map(name => html`<span class=${name}>${marks[name]}</span>`)}</span>`;
}
