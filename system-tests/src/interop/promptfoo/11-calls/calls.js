module.exports = (output) => Array.isArray(output) && output.every((call) => call.type === "function");
