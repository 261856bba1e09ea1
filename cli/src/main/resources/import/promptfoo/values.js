// Values of a configuration with the places where they stand, the files that it names, and its templates.

/** Returns a name that is not taken, with a number if need be. */
export function free(name, taken) {
  let found = name;
  for (let n = 2; taken(found); n++) found = `${name}-${n}`;
  return found;
}

/** Says why something is not carried over. */
export class Lost extends Error {}

export function lose(sentence) {
  throw new Lost(sentence);
}

/** A value as Java read it: {at: [line, column]} with one of text, value, items and members. */
export class Value {
  constructor(node, file) {
    Object.assign(this, { node, file });
  }

  /** Returns a value made of plain JSON, at one place. */
  static of(json, at, file) {
    const node = (value) => typeof value === "string" ? { at, text: value } : Array.isArray(value) ? { at, items: value.map(node) }
      : value && typeof value === "object" ? { at, members: Object.entries(value).map(([name, each]) => [name, node(each)]) } : { at, value };
    return new Value(node(json), file);
  }

  get isObject() { return this.node.members !== undefined; }
  get items() { return (this.node.items ?? [this.node]).map((item) => new Value(item, this.file)); }
  get members() { return (this.node.members ?? []).map(([name, node]) => [name, new Value(node, this.file)]); }
  get place() { return `${this.file}:${this.node.at[0]}:${this.node.at[1]}`; }

  /** The text of a scalar; undefined for anything else. */
  get text() {
    return this.node.text ?? (this.node.value === undefined || this.node.value === null ? undefined : String(this.node.value));
  }

  /** Returns the value below some names; undefined when it is not there. */
  get(...names) {
    let found = this;
    for (const name of names) found = found?.members.find(([key, value]) => key === name && value.node.value !== null)?.[1];
    return found;
  }

  json() {
    const { text, items, members, value } = this.node;
    return text ?? (items ? this.items.map((item) => item.json()) : members ? Object.fromEntries(this.members.map(([name, each]) => [name, each.json()])) : value);
  }
}

/** What is read and written: the files that Java gave, those that are still missing, and what is lost. */
export class Conversion {
  constructor(config, given, resources, refused) {
    Object.assign(this, { given, resources, refused, made: new Map(), missing: [], copies: {}, texts: {}, losses: new Map(), written: new Map(), lost: new Set() });
    this.config = new Value(this.resolved(given[config].tree, config), config);
  }

  /** Puts in place of each $ref what it names, in this file or in another one; one that leads to nothing stays. */
  resolved(node, file, above = []) {
    const reference = node.members?.find(([name]) => name === "$ref")?.[1].text;
    const target = reference !== undefined && this.target(reference, file, above);
    return target ? this.resolved(target.node, target.file, [...above, target.key])
      : node.members ? { ...node, members: node.members.map(([name, each]) => [name, this.resolved(each, file, above)]) }
        : node.items ? { ...node, items: node.items.map((item) => this.resolved(item, file, above)) } : node;
  }

  target(reference, file, above) {
    const [name, path = ""] = reference.replace(/^file:\/\//, "").split("#");
    const other = name ? file.replace(/[^/]*$/, "") + name.replace(/^\.\//, "") : file;
    const key = `${other}#${path}`;
    if (above.includes(key)) return undefined;
    try {
      const node = path.split("/").filter(Boolean).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
        .reduce((found, step) => found?.members?.find(([each]) => each === step)?.[1] ?? found?.items?.[step], this.file(other).tree);
      return node && { node, file: other, key };
    } catch (e) {
      if (e instanceof Lost) return undefined;
      throw e;
    }
  }

  /** Returns a file as Java read it; one that is not there yet is missing, and looks empty until the next round. */
  file(name) {
    const found = this.given[name];
    if (!found) this.missing.push(name);
    return found?.trouble ? lose(found.trouble) : found ?? { text: "", names: [name], tree: { at: [1, 1], members: [] } };
  }

  has(name) { return !this.given[name]?.trouble && Boolean(this.file(name)); }

  names(pattern) { return /[*]|\/$|^[^.]*$/.test(pattern) ? this.file(pattern).names : [pattern]; }
  document(name) { return new Value(this.resolved(this.file(name).tree ?? lose(`'${name}' is no YAML or JSON`), name), name); }

  /** Returns what a value of the form file://… has; any other value itself. */
  value(written) { return written?.text?.startsWith("file://") ? this.document(written.text.slice(7)) : written; }

  note(at, message) { this.losses.set(`${at.place}: ${message}`, [at.file, ...at.node.at]); }

  unread(object, known, what) {
    for (const [name, value] of object?.members ?? []) if (!known.includes(name)) this.note(value, `'${name}' of ${what} is not carried over`);
  }

  /** Makes a part of the project, unless validation refuses it. */
  part(key, step) {
    if (Object.hasOwn(this.refused, key)) lose(this.refused[key]);
    const made = step();
    if (made && typeof made === "object") this.made.set(made, key);
    return made;
  }

  /** Returns JSON with each part on lines of its own, and the part of each line. */
  lines(json) {
    const parts = [""];
    const text = (value, above) => {
      const part = this.made.get(value) ?? above;
      if (part !== above) parts.push(part);
      const inner = Array.isArray(value) ? `[${value.map((each) => text(each, part)).join()}]` : value && typeof value === "object"
        ? `{${Object.entries(value).filter(([, each]) => each !== undefined).map(([name, each]) => `${JSON.stringify(name)}: ${text(each, part)}`).join()}}` : JSON.stringify(value ?? null);
      return part === above ? inner : parts.push(above) && `\n${inner}\n`;
    };
    return { text: text(json, ""), parts };
  }

  /** Returns the variable that stands in place of a key in plain text, which is never written. */
  key(at, name) {
    const variable = name.replace(/([a-z])(?=[A-Z])/g, "$1_").replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
    this.note(at, `'${name}' is not carried over as it stands; set ${variable} in the environment`);
    return `\${ENV.${variable}}`;
  }

  /** Carries a value over, or notes why not; returns undefined then. */
  carry(value, step, key = value?.place) {
    try {
      return this.part(key, () => step(value));
    } catch (e) {
      this.note(value, e instanceof Lost ? e.message : `this can't be converted (${e.message})`); // one value never stops the rest
    }
  }

  env(name) {
    const set = this.config.get("env", name)?.text;
    if (set && !set.includes("{{") && isKey(name)) return this.key(this.config.get("env", name), name);
    return set === undefined || set.includes("{{") ? `\${ENV.${name}}` : set;
  }
}

/** Whether what has this name is for nobody else to read. */
export const isKey = (name) => /(^|[-_.])(authorization|cookie|key|token|secret|password|passwd|credentials?)$|(api|access|secret|private)key$|(password|secret|[a-z]Token)$/i.test(name)
  && !/^(max|min|num|total)/i.test(name);

/** Inserts names of the form {{name.member}}; of the filters, only dump and those that change nothing. */
export function render(text, value) {
  return filled(literal(text), value);
}

/** Returns a text without anything that Muster would fill in. */
export function literal(text) {
  const [live] = /\$\{(ENV\.|captured\.|metadata\.|(input|messages|answer)\})/.exec(text) ?? [];
  return live ? lose(`a text with '${live}' is not carried over: Muster would fill it in`) : text;
}

/** Fills in as render does, in code, where \${…} is not Muster's. */
export function filled(text, value) {
  if (/\{[%#]/.test(text)) lose("a template with {% … %} is not carried over; write out its cases");
  return text.replace(/\{\{-?(.*?)-?\}\}/gs, (_, written) => {
    const [name, ...filters] = written.split("|").map((part) => part.trim());
    const other = filters.find((filter) => !["dump", "safe", "string"].includes(filter));
    if (other) lose(`the filter '${other}' is not carried over; write its result into the variable`);
    if (!/^[\w.-]+$/.test(name)) lose(`the expression {{${written}}} is not carried over; only names are`);
    const found = value(name);
    return found === undefined || found === null ? "" : typeof found === "string" && !filters.includes("dump") ? found : JSON.stringify(found);
  });
}

/** Renders every text in a JSON value. */
export function rendered(json, value) {
  if (typeof json === "string") return render(json, value);
  if (Array.isArray(json)) return json.map((item) => rendered(item, value));
  return json && typeof json === "object" ? Object.fromEntries(Object.entries(json).map(([key, each]) => [render(key, value), rendered(each, value)])) : json;
}

/** Removes loops over the conversation, which Muster sends by itself. */
export const withoutHistory = (text) => text.replace(/\{%-?\s*for\b[^%]*_conversation[^]*?endfor\s*-?%\}/g, "");

/** Returns a list or an object that a text is in JSON; undefined for anything else. */
export function container(text) {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a JSON path for an expression like root.member[0]; undefined for any other. */
export function path(code, ...roots) {
  const plain = code.trim().replace(/^\(?[\w\s,]*\)?\s*=>\s*/, "").replace(/^return\s+/, "").replace(/;$/, "").replaceAll("?.[", "[").replaceAll("?.", ".").trim();
  const found = /^(?:JSON\.parse\((\w+)\)|(\w+))((?:\.[A-Za-z_]\w*|\[\d+\])*)$/.exec(plain);
  return found && roots.includes(found[1] ?? found[2]) ? "$" + found[3] : undefined;
}

export const commaSeparated = (text) => [...text.matchAll(/\s*"((?:[^"]|"")*)"\s*|[^,]+/g)].map(([all, quoted]) => quoted?.replaceAll('""', '"') ?? all.trim()).filter(Boolean);
