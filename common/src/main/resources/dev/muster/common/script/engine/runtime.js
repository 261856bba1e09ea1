// what scripts written for Yao import as "@yao/runtime": log, Process and Exception work, the rest says that it does not
const absent = (name) =>
  new Proxy(function () {}, {
    apply: () => refuse(name),
    construct: () => refuse(name),
    get: (target, member) => (typeof member === "symbol" ? undefined : absent(`${name}.${member}`)),
  });
const refuse = (name) => {
  throw new Error(`${name} of @yao/runtime does not work here: a script has log, Exception, and in script tests Process`);
};
const say = (...words) => console.log(...words);
const end = (...words) => {
  say(...words);
  throw new Error(words.join(" "));
};

export const testing = {};
export const agent = {};
export const log = { Trace: say, Debug: say, Info: say, Warn: say, Error: say, Fatal: end, Panic: end };
export const Process = (...words) => (typeof globalThis.Process === "function" ? globalThis.Process(...words) : refuse(`Process("${words[0]}")`));
export class Exception extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}
export const $L = absent("$L");
export const Authorized = absent("Authorized");
export const Eval = absent("Eval");
export const FS = absent("FS");
export const Job = absent("Job");
export const MCP = absent("MCP");
export const Model = absent("Model");
export const Plan = absent("Plan");
export const Query = absent("Query");
export const Store = absent("Store");
export const Studio = absent("Studio");
export const Use = absent("Use");
export const WebSocket = absent("WebSocket");
export const http = absent("http");
export const io = absent("io");
export const neo = absent("neo");
export const ssWrite = absent("ssWrite");
export const sui = absent("sui");
export const time = absent("time");
