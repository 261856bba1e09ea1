(ask) => {
  const json = JSON;
  const request = (what, document) => json.parse(ask(what, json.stringify(document)));
  const over = Symbol("over");
  const end = () => {
    throw over;
  };

  const isObject = (value) => typeof value === "object" && value !== null;
  const same = (a, b) => {
    if (!isObject(a) || !isObject(b)) return Object.is(a, b) || a === b;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
  };
  const shown = (value) => {
    if (value instanceof Error) return String(value);
    const text = typeof value === "function" ? "a function" : json.stringify(value) ?? "undefined";
    return text.length <= 300 ? text : text.slice(0, 299) + "…";
  };
  const length = (value) => (typeof value === "string" || Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : undefined);
  const isError = (value) => {
    if (typeof value !== "function") return value instanceof Error || (isObject(value) && "error" in value && !!value.error);
    try {
      value();
      return false;
    } catch (error) {
      if (error === over) throw error;
      return true;
    }
  };

  const judge = (document) => {
    if (!request("assert", document)) end();
  };
  const looked = (method, passed, found, expected, message) =>
    judge({ method, passed: !!passed, found: shown(found), ...(expected === undefined ? {} : { expected }), ...(message === undefined ? {} : { message: String(message) }) });
  const compiled = (method, actual, expected, message) =>
    judge({ method, actual: actual === undefined ? null : actual, expected, ...(message === undefined ? {} : { message: String(message) }) });

  const needed = (method, what) => {
    if (what === undefined || what === null) throw new TypeError(`${method} needs a text or a value to look for, and got ${what}`);
    return what;
  };
  const patternOf = (method, what) => needed(method, what) instanceof RegExp ? what.source : String(what);

  // what is not there has nothing that could be missing or different
  const isThere = (value) => value !== undefined && value !== null;

  const assert = {
    Contains: (actual, part, message) =>
      typeof actual === "string" ? compiled("Contains", actual, String(needed("Contains", part)), message) : looked("Contains", Array.isArray(actual) && actual.some((each) => same(each, part)), actual, part, message),
    NotContains: (actual, part, message) =>
      typeof actual === "string" ? compiled("NotContains", actual, String(needed("NotContains", part)), message) : looked("NotContains", Array.isArray(actual) && !actual.some((each) => same(each, part)), actual, part, message),
    Equal: (actual, expected, message) => looked("Equal", same(actual, expected), actual, expected, message),
    NotEqual: (actual, other, message) => looked("NotEqual", actual !== undefined && !same(actual, other), actual, other, message),
    True: (value, message) => looked("True", value === true, value, undefined, message),
    False: (value, message) => looked("False", value === false, value, undefined, message),
    Nil: (value, message) => looked("Nil", value === null || value === undefined, value, undefined, message),
    NotNil: (value, message) => looked("NotNil", value !== null && value !== undefined, value, undefined, message),
    Len: (value, n, message) => looked("Len", length(value) === n, value, n, message),
    Greater: (value, bound, message) => looked("Greater", value > bound, value, bound, message),
    Less: (value, bound, message) => looked("Less", value < bound, value, bound, message),
    Match: (text, pattern, message) => isThere(text) ? compiled("Match", String(text), patternOf("Match", pattern), message) : looked("Match", false, text, patternOf("Match", pattern), message),
    NotMatch: (text, pattern, message) => isThere(text) ? compiled("NotMatch", String(text), patternOf("NotMatch", pattern), message) : looked("NotMatch", false, text, patternOf("NotMatch", pattern), message),
    Type: (value, type, message) => compiled("Type", value, String(type), message),
    JSONPath: (value, path, ...more) =>
      judge({ method: "JSONPath", actual: value === undefined ? null : value, path: String(path), ...(more.length > 0 ? { expected: more[0] } : {}), ...(more.length > 1 ? { message: String(more[1]) } : {}) }),
    Error: (value, message) => looked("Error", isError(value), value, undefined, message),
    NoError: (value, message) => looked("NoError", !isError(value), value, undefined, message),
    Agent: (output, agent, options, message) =>
      judge({ method: "Agent", actual: output === undefined ? null : output, agent: String(agent), options: options ?? {}, ...(message === undefined ? {} : { message: String(message) }) }),
  };

  const t = {
    assert,
    log: (...words) => console.log(...words),
    skip: (reason) => {
      request("skip", reason === undefined ? "" : String(reason));
      end();
    },
    fail: (reason) => looked("fail", false, reason === undefined ? "" : String(reason), undefined, undefined),
  };

  // what an agent can't show is no empty list: a look at it says why there is none
  const { defineProperty, entries } = Object;
  const withoutLacks = ({ lacks, ...reply }) => {
    for (const [member, why] of entries(lacks ?? {})) {
      defineProperty(reply, member, {
        get: () => {
          throw new Error(why);
        },
      });
    }
    return reply;
  };

  // a mistyped member would be undefined, which is nil and contains nothing; languages and Yao look at these themselves
  const optional = new Set(["then", "toJSON", "constructor", "error", "state"]);
  const named = (reply) =>
    new Proxy(reply, {
      get: (of, member) => {
        if (typeof member === "string" && !(member in of) && !optional.has(member)) throw new TypeError(`the reply has no '${member}'; it has ${Object.getOwnPropertyNames(of).join(", ")}`);
        return of[member];
      },
    });

  globalThis.Process = (name, context, messages, options) => named(withoutLacks(request("process", { name: String(name), messages: messages ?? [], options: options ?? {} })));

  return {
    call: async (f, given, answered, threw) => {
      try {
        request("begin", {});
        await f(t, ...json.parse(given));
        answered("null");
      } catch (error) {
        if (error === over) answered("null");
        else threw(error);
      }
    },
  };
}
