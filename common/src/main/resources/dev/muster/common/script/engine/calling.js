// tests have one that calls agents
globalThis.Process = (name) => {
  throw new Error(`Process(${JSON.stringify(name)}) can be called in script tests only (export function TestX(t, ctx)); to ask an agent here, use an assertion of type agent`);
};
({
  // what is called is under a name of its own too, as it need not be exported
  exported: (module, files, called, own) =>
    JSON.stringify({
      functions: [...new Set(Object.keys(module).filter((name) => typeof module[name] === "function").map((name) => (name === own ? called : name)))],
      files: files.split("\n"),
    }),
  // a hook has the agent's context before its arguments where its first parameter asks for it
  hook: (f) => {
    const asks = /^(?:async\b)?\s*(?:(?:function\b\s*\*?)?\s*[\w$]*\s*\(\s*_*(?:ctx|context)\b|_*(?:ctx|context)\s*=>)/.test(Function.prototype.toString.call(f));
    return (context, ...more) => (asks ? f(context, ...more) : f(...more));
  },
  // what is thrown before there is a promise leaves this with its place
  call: (f, given, answered, threw, unfit) => {
    const odd = (value, at, above) => {
      if (typeof value === "bigint") return `it has the BigInt ${value}n at ${at}`;
      if (typeof value !== "object" || value === null) return undefined;
      if (above.includes(value)) return `it holds itself at ${at}`;
      for (const [key, each] of Object.entries(value)) {
        const found = odd(each, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`, [...above, value]);
        if (found) return found;
      }
      return undefined;
    };
    const written = (answer) => {
      try {
        answered(JSON.stringify(answer) ?? "null");
      } catch (error) {
        unfit("its answer can't be written as JSON: " + (odd(answer, "$", []) ?? String(error)));
      }
    };
    const answer = f(...JSON.parse(given));
    const settled = async () => {
      try {
        written(await answer);
      } catch (error) {
        threw(error);
      }
    };
    settled();
  },
  isError: (value) => value instanceof Error,
  shown: (value) => {
    try {
      const text = typeof value === "bigint" ? `${value}n` : typeof value === "function" ? "a function" : JSON.stringify(value) ?? String(value);
      return text.length <= 300 ? text : text.slice(0, 299) + "…";
    } catch (error) {
      return "an object that can't be written as JSON";
    }
  },
})
