// Calls a program as promptfoo's exec: does, with the prompt as an argument. Written by muster import promptfoo.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { command, chat, options } = JSON.parse(process.argv[2]);
const turn = JSON.parse(readFileSync(0, "utf8"));
const prompt = chat ? JSON.stringify(turn.messages) : turn.input;
const vars = turn.metadata ?? {};
const words = [...command.slice(1), prompt, JSON.stringify(options), JSON.stringify({ vars })];
console.log(JSON.stringify({ text: execFileSync(command[0], words, { encoding: "utf8" }).trim() }));
