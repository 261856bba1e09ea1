({
  exported: (module) => JSON.stringify(Object.keys(module).filter((name) => typeof module[name] === "function")),
  call: async (f, given, answered, threw) => {
    try {
      const answer = await f(...JSON.parse(given));
      answered(JSON.stringify(answer) ?? "null");
    } catch (error) {
      threw(error);
    }
  },
})
