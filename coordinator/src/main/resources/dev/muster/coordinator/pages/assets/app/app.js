"use strict";
// Libraries: preact, preactHooks, htm, markdownit, DOMPurify, Diff
// Names that every page uses: elements, the address, and where data comes from.
const { h, render, Fragment } = preact, { useState, useEffect, useRef, useMemo, useCallback } = preactHooks;
const html = htm.bind(h);
const pages = Object.create(null);

// The address: #/run/ID/case/7?status=failed&q=refund. What is in it survives a reload and can be sent to others.
function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(part => part).map(part => { try { return decodeURIComponent(part); } catch { return part; } }), query: new URLSearchParams(query ?? "") };
}

function link(path, query) {
  const text = new URLSearchParams(Object.entries(query ?? {}).flatMap(([name, value]) => [value].flat()
      .filter(each => each !== undefined && each !== null && (each !== "" || name === "project")).map(each => [name, String(each)]))).toString();
  return "#/" + path.map(encodeURIComponent).join("/") + (text ? "?" + text : "");
}

function useAddress() {
  const [at, setAt] = useState(address);
  useEffect(() => { const changed = () => setAt(address()); addEventListener("hashchange", changed); return () => removeEventListener("hashchange", changed); }, []);
  return at;
}

// Changes parts of the query, in place: each change of a filter is no step back.
function refine(changes) {
  const { path, query } = address();
  const all = Object.fromEntries([...new Set(query.keys())].map(name => [name, query.getAll(name)]));
  location.replace(link(path, { ...all, ...changes }));
}

class Fault extends Error { constructor(status, message) { super(message); this.status = status; } }

// A session with the server. It is kept for this origin, which is scheme, host and port, and all of its tabs; no other origin has it.
const session = {
  name: "muster-session", held: null,
  get key() { try { return localStorage.getItem(session.name); } catch { return session.held; } },
  keep(key) {
    session.held = key;
    try { if (key) localStorage.setItem(session.name, key); else localStorage.removeItem(session.name); } catch { /* then it ends with the page */ }
  },
};

// Data of a server; a file has a source of its own with the same answers.
const server = {
  async get(path, query) {
    return server.read(server.ask("api/v1/" + path.map(encodeURIComponent).join("/") + link([], query).slice(2)));
  },
  async send(method, path, body) {
    return server.read(server.ask("api/v1/" + path, { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body) }));
  },
  // Begins a session with {token}, or with the {key} of a link.
  async begin(by) {
    const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(by) };
    session.keep((await server.read(server.ask("api/v1/session", how, null))).session);
  },
  async ask(address, how, key = session.key) {
    const headers = { ...how?.headers, ...key && { "Muster-Session": key } };
    const answer = await fetch(address, { ...how, headers }).catch(() => { throw new Fault(0, "The server does not answer."); });
    if (answer.status === 401 && key && key === session.key) { session.keep(null); signedOut(); }
    return answer;
  },
  async read(asked) {
    const answer = await asked, text = await answer.text();
    let body = null;
    try { body = text ? JSON.parse(text) : null; } catch { /* a proxy's page */ }
    if (!answer.ok) throw new Fault(answer.status, body?.error ?? "The server answered " + answer.status + ".");
    if (text && body === null) throw new Fault(0, "The response is not from the server of these pages.");
    return body;
  },
};
let source = server;

// Dims the page while what is asked for is not yet what it shows.
let asked = 0;
const busy = by => { asked += by; setTimeout(() => document.querySelector("main")?.setAttribute("aria-busy", String(asked > 0))); };

// Reads data, again whenever what is asked for or the tick changes; keeps the old while the new is on its way.
function useData(path, query, tick) {
  const key = path && link(path, query);
  const [state, setState] = useState({ loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!path) return undefined;
    let current = true;
    const other = state.key !== key;
    let ended = !other;
    const end = () => { if (!ended) busy(-1); ended = true; };
    if (other) busy(1);
    setState(before => ({ ...before, loading: true }));
    source.get(path, query).finally(end).then(data => current && setState({ data, key }), fault => {
      if (fault.status === 401 && !session.key) signedOut();
      if (current) setState(before => ({ fault, key, data: before.key === key && !(fault.status >= 400 && fault.status < 500) ? before.data : undefined }));
    });
    return () => { current = false; end(); };
  }, [key, turn, tick]);
  return { ...state, reload: useCallback(() => setTurn(n => n + 1), []) };
}
let signedIn = () => {}, signedOut = () => {};
// What another tab did.
addEventListener("storage", event => { if (source === server && event.key === session.name) (event.newValue ? signedIn : signedOut)(); });

// Shows data, a sentence about what went wrong, below it what was there before, or that it is on its way.
function Loaded({ of, heading, children }) {
  const again = of.fault && of.reload && !(of.fault.status >= 400 && of.fault.status < 500);
  return html`${of.fault && html`${heading && !of.data && html`<h1>${heading}</h1>`}<p class="stopped" role="alert">${of.fault.message}${again && html` <button onClick=${of.reload}>Try again</button>`}</p>`}
    ${of.data ? children(of.data) : !of.fault && html`<p class="dim" role="status">Loading…</p>`}`;
}

// What the server tells of the runs under way, by one stream for all parts of a page while somebody looks; null without it, and then they ask.
const stream = { told: null, hearers: new Set(), from: null };
function tell(told) {
  stream.told = told;
  stream.hearers.forEach(hear => hear(told));
}
function listen() {
  const wanted = stream.hearers.size > 0 && !document.hidden && source === server;
  if (wanted === (stream.from !== null)) return;
  stream.from?.abort();
  stream.from = wanted ? new AbortController() : null;
  if (wanted) follow(stream.from); else tell(null);
}
// Each event has all runs, so one that was missed does not matter.
async function follow(from) {
  try {
    const answer = await server.ask("api/v1/live", { signal: from.signal });
    const reader = answer.ok && answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let piece; reader && !(piece = await reader.read()).done;) {
      const events = (text + piece.value).split("\n\n");
      text = events.pop();
      const data = events.findLast(event => event.startsWith("event: runs\ndata: "));
      if (data && stream.from === from) tell(JSON.parse(data.slice(data.indexOf("data: ") + 6)));
    }
  } catch { /* it broke, or is not wanted any more */ }
  if (stream.from === from) { stream.from = null; tell(null); }
}
document.addEventListener("visibilitychange", listen);
setInterval(listen, 5000); // also begins again what broke

function useStream(wanted) {
  const [told, hear] = useState(stream.told);
  useEffect(() => {
    if (!wanted) return undefined;
    stream.hearers.add(hear); hear(stream.told); listen();
    return () => { stream.hearers.delete(hear); setTimeout(listen, 1000); };
  }, [wanted]);
  return wanted ? told : null;
}
const withStream = (run, told) => { const mine = told?.find(each => each.run.id === run.id); return mine ? { ...run, ...mine.run, rate_per_s: mine.per_second, eta_ms: mine.left_ms, waiting: (mine.waiting ?? []).join("; "), newest_failures: mine.failures } : run; };

// Reads again from time to time while somebody looks.
const useEvery = (ms, reload) => useEffect(() => { const timer = ms && setInterval(() => document.hidden || reload(), ms); return () => clearInterval(timer); }, [ms, reload]);
