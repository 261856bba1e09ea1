"use strict";
// Libraries: preact, preactHooks, htm, markdownit, DOMPurify, Diff
// Names that every page uses: elements, the address, and where data comes from.
const { h, render, Fragment } = preact, { useState, useEffect, useRef, useMemo, useCallback } = preactHooks;
const html = htm.bind(h);
const pages = {};

// The address: #/run/ID/case/7?status=failed&q=refund. What is in it survives a reload and can be sent to others.
function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(part => part).map(decodeURIComponent), query: new URLSearchParams(query ?? "") };
}

function link(path, query) {
  const text = new URLSearchParams(Object.entries(query ?? {}).flatMap(([name, value]) => [value].flat()
      .filter(each => each !== undefined && each !== null && each !== "").map(each => [name, String(each)]))).toString();
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

// Data of a server; a file has a source of its own with the same answers.
const server = {
  async get(path, query) {
    const answer = await fetch("api/v1/" + path.map(encodeURIComponent).join("/") + link([], query).slice(2));
    return server.read(answer);
  },
  async send(method, path, body) {
    return server.read(await fetch("api/v1/" + path, { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body) }));
  },
  async read(answer) {
    const text = await answer.text();
    let body = null;
    try { body = text ? JSON.parse(text) : null; } catch { /* a proxy's page */ }
    if (!answer.ok) throw new Fault(answer.status, body?.error ?? "The server answered " + answer.status + ".");
    return body;
  },
};
let source = server;

// Reads data, again whenever what is asked for or the tick changes; keeps the old while the new is on its way.
function useData(path, query, tick) {
  const key = path && link(path, query);
  const [state, setState] = useState({ loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!path) return undefined;
    let current = true;
    setState(before => ({ ...before, loading: true }));
    source.get(path, query).then(data => current && setState({ data, key }), fault => {
      if (fault.status === 401) signedOut();
      if (current) setState({ fault, key });
    });
    return () => { current = false; };
  }, [key, turn, tick]);
  return { ...state, reload: useCallback(() => setTurn(n => n + 1), []) };
}
let signedOut = () => {};

// Shows data, a sentence about what went wrong, or that it is on its way.
function Loaded({ of, children }) {
  if (of.fault) return html`<p class="stopped" role="alert">${of.fault.message}</p>`;
  return of.data ? children(of.data) : html`<p class="dim" role="status">Loading…</p>`;
}
