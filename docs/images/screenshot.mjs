// Takes a picture of a page once it has loaded its data: node screenshot.mjs CHROMIUM ADDRESS WIDTH HEIGHT FILE [LINK]
// LINK is a selector of what to follow first.
// Chromium's own --screenshot takes it before; the debugging pipe needs no library.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const [chromium, address, width, height, file, link] = process.argv.slice(2);
const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : []; // which refuses root
const browser = spawn(chromium, ["--headless", "--remote-debugging-pipe", "--hide-scrollbars", `--window-size=${width},${height}`, ...sandbox],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map();
let sent = 0, received = "";
browser.stdio[4].setEncoding("utf8").on("data", part => {
  const messages = (received + part).split("\0");
  received = messages.pop();
  for (const { id, result, error } of messages.map(each => JSON.parse(each))) {
    if (error) throw new Error(error.message);
    waiting.get(id)?.(result);
  }
});
function call(method, params, sessionId) {
  browser.stdio[3].write(JSON.stringify({ id: ++sent, method, params, sessionId }) + "\0");
  return new Promise(done => waiting.set(sent, done));
}

const { targetId } = await call("Target.createTarget", { url: address });
const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
const loaded = "document.readyState === 'complete' && !!document.querySelector('main') && !/Loading…/.test(document.body.innerText)";
async function load() {
  let seen = 0;
  for (let tries = 0; seen < 3; tries++) { // for a second and a half: what is drawn last comes later
    if (tries > 240) throw new Error(`${address} does not load`);
    await pause(500);
    const { result } = await call("Runtime.evaluate", { expression: loaded }, sessionId);
    seen = result.value ? seen + 1 : 0;
  }
}
await load();
if (link) {
  await call("Runtime.evaluate", { expression: `document.querySelector(${JSON.stringify(link)}).click()` }, sessionId);
  await load();
}
await call("Emulation.setDeviceMetricsOverride", { width: +width, height: +height, deviceScaleFactor: 1, mobile: false }, sessionId);
const { data } = await call("Page.captureScreenshot", { format: "png" }, sessionId);
writeFileSync(file, Buffer.from(data, "base64"));
await call("Browser.close");
