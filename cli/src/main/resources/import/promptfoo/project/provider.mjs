// Calls a provider of promptfoo in JavaScript. Written by muster import promptfoo.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { file, chat, options } = JSON.parse(process.argv[2]);
const turn = JSON.parse(readFileSync(0, "utf8"));
console.log = console.info = console.error;
const loaded = await import(pathToFileURL(file));
const made = loaded.default?.default ?? loaded.default ?? loaded;
const provider = typeof made === "function" ? (made.prototype?.callApi || /^class\b/.test(String(made)) ? new made(options) : { callApi: made }) : made;
const prompt = chat ? JSON.stringify(turn.messages) : turn.input;
const vars = turn.metadata ?? {};
const answer = await provider.callApi(prompt, { vars, prompt: { raw: prompt }, test: { vars } }, options);
const text = (output) => (typeof output === "string" ? output : JSON.stringify(output));
const used = answer.tokenUsage;
process.stdout.write(JSON.stringify(answer.error ? { error: String(answer.error) } : { text: text(answer.output), usage: used && { input: used.prompt, output: used.completion } }));
