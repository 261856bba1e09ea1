({
  exported: (module, files) =>
    JSON.stringify({ functions: Object.keys(module).filter((name) => typeof module[name] === "function"), files: files.split("\n") }),
  call: async (f, given, answered, threw) => {
    try {
      const answer = await f(...JSON.parse(given));
      answered(JSON.stringify(answer) ?? "null");
    } catch (error) {
      threw(error);
    }
  },
})
