// What agents and users say, shown as text: nothing in it runs, loads or hides.
const markdown = markdownit({ html: false, linkify: false, breaks: true });
const LONG = 20000;
const pretty = value => typeof value === "string" ? value : JSON.stringify(value, null, 2) ?? "";
// Characters that would turn the direction of a line, or show nothing, stand there by their numbers.
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
const visible = text => text.replace(hidden,
    letter => "\\u" + letter.codePointAt(0).toString(16).padStart(4, "0"));

function formOf(text) {
  if (/^\s*[[{]/.test(text)) try { return { json: JSON.stringify(JSON.parse(text), null, 2) }; } catch { /* then it is text */ }
  return text.length <= LONG && /(^|\n)(#{1,6} |\s*[-*] |\s*\d+\. |> |```|\|.*\|)|\*\*[^*\n]+\*\*|`[^`\n]+`|\[[^\]\n]+]\(/.test(text) ? { markdown: true } : {};
}

// Links and images stay away, because following or loading them would tell others that somebody looks.
const rendered = text => DOMPurify.sanitize(markdown.render(text), { ALLOWED_TAGS: ["p", "br", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "s",
  "code", "pre", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "hr"], ALLOWED_ATTR: ["start"] });

function Text({ of }) {
  const [raw, setRaw] = useState(false), [whole, setWhole] = useState(false);
  const { form, shown } = useMemo(() => { const text = visible(pretty(of)); return { form: formOf(text), shown: text }; }, [of]);
  const cut = !whole && shown.length > LONG, begin = text => cut ? text.slice(0, LONG) + "…" : text;
  if (shown === "") return html`<i class="dim">nothing</i>`;
  return html`${form.markdown && !raw ? html`<div class="prose" dangerouslySetInnerHTML=${{ __html: rendered(shown) }} />` : html`<pre>${begin(raw ? shown : form.json ?? shown)}</pre>`}
    <div class="beside">${(form.markdown || form.json) && html`<button class="plain" aria-pressed=${raw} onClick=${() => setRaw(!raw)}>${raw ? "rendered" : "raw"}</button>`}
      ${cut && html`<button class="plain" onClick=${() => setWhole(true)}>all ${count(shown.length)} characters</button>`}</div>`;
}

// Two values as JSON has them where their types differ: a text and a number may look the same.
const MISSING = Symbol("missing");
const kind = value => value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
const literal = value => kind(value) === "null" ? "null" : JSON.stringify(value, null, 2) + "  (" + kind(value) + ")";
// Two values, with what only one of them has marked: - expected, + found. Two that have little in common stand whole.
function Difference({ expected, found, at, names = ["expected", "found"] }) {
  const differ = expected !== undefined && found !== undefined && kind(expected) !== kind(found), shown = differ ? literal : pretty;
  const [want, got] = [expected, found === undefined && expected !== undefined ? MISSING : found]
    .map(value => value === undefined ? undefined : value === MISSING ? "missing" : visible(shown(value)).slice(0, LONG));
  const parts = useMemo(() => {
    if (want === undefined || got === undefined || differ || found === undefined) return null;
    const all = (want.includes("\n") && got.includes("\n") ? Diff.diffLines : Diff.diffWordsWithSpace)(want, got, { timeout: 200 });
    const same = all?.reduce((length, part) => part.added || part.removed ? length : length + part.value.trim().length, 0);
    return all && same * 3 >= Math.min(want.length, got.length) ? all : null;
  }, [want, got]);
  const side = (name, text, only, other, Mark) => text !== undefined && html`<span class="dim">${name}</span><pre class=${only}>${
    parts ? parts.filter(part => !part[other]).map(part => part[only] ? html`<${Mark}>${part.value}<//>` : part.value) : text}</pre>`;
  return html`<div class="pair">${at && html`<span class="dim">at</span><code>${visible(at)}</code>`}
    ${side(names[0], want, "removed", "added", "del")}${side(names[1], got, "added", "removed", "ins")}</div>`;
}

const Fold = ({ title, open, children }) => html`<details open=${open}><summary>${title}</summary>${children}</details>`;

// Copies text; says so where it was asked for.
function Copy({ text, children }) {
  const [done, setDone] = useState("");
  const copy = async () => {
    const given = typeof text === "function" ? text() : text;
    try { await navigator.clipboard.writeText(given); } catch {
      const area = Object.assign(document.createElement("textarea"), { value: given });
      document.body.append(area); area.select(); document.execCommand("copy"); area.remove();
    }
    setDone("copied"); setTimeout(() => setDone(""), 1500);
  };
  return html`<button onClick=${copy}>${children}<span class="dim" role="status">${done && " " + done}</span></button>`;
}
const Command = ({ of }) => html`<span class="command"><code>${of}</code><${Copy} text=${of}>copy<//></span>`;
// A shell's word. What a terminal would obey, or what would read otherwise than it is, stands there by its number.
const quoted = text => /^[\w./:@=,+%-]+$/.test(text) ? text : /[\r\n\t]/.test(text) || text.search(hidden) >= 0
  ? "$'" + visible(text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")) + "'"
  : "'" + text.replaceAll("'", "'\\''") + "'";

// YAML of plain values; texts in quotes as JSON has them, so no text is anything else.
function yaml(value, indent = "") {
  const deeper = indent + "  ", simple = each => each === null || typeof each !== "object" || Object.keys(each).length === 0;
  const line = each => simple(each) ? " " + JSON.stringify(each) : "\n" + yaml(each, deeper);
  if (Array.isArray(value)) return value.map(each => indent + "-" + (simple(each) ? line(each) : " " + yaml(each, deeper).trimStart())).join("\n");
  const name = key => /^[a-z_][\w-]*$/i.test(key) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(key) ? key : JSON.stringify(key);
  return Object.entries(value).filter(([, each]) => each !== undefined).map(([key, each]) => indent + name(key) + ":" + line(each)).join("\n");
}
