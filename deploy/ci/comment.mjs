// Writes one comment on the pull request of a GitHub job and renews it at each push. A hidden line finds it again.
// What goes wrong here is a notice or a warning: the verdict of the job is that of the run.
import { existsSync, readFileSync } from "node:fs";

const { NAME, RESULTS, EXIT_CODE, GITHUB_TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH } = process.env;
const MOST = 60_000; // characters; GitHub takes 65,536
const MARKER = `<!-- muster: ${NAME} -->`;
const JOB = `${process.env.GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${process.env.GITHUB_RUN_ID}`;

function say(level, text) {
  console.log(`::${level} title=Muster::${text.replace(/[\r\n]+/g, " ")}`);
}

async function call(method, path, body) {
  const answer = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/${path}`, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: "application/vnd.github+json", "content-type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: HTTP ${answer.status}`), { status: answer.status });
  return answer.json();
}

// Anybody can write the hidden line, and later change what stands below it: only a bot's comment is ours.
async function earlier(pull) {
  for (let page = 1; ; page++) {
    const comments = await call("GET", `${pull}/comments?per_page=100&page=${page}`);
    const ours = comments.find(each => each.user?.type === "Bot" && each.body?.startsWith(MARKER));
    if (ours || comments.length < 100) return ours;
  }
}

// Tags are closed on the line that opens them, so a cut between lines leaves none open.
function text() {
  const file = `${RESULTS}/results.md`;
  const report = existsSync(file) ? readFileSync(file, "utf8").trimEnd()
    : `Muster has no results (exit code ${EXIT_CODE || "unknown"}); the log of the job says why.`;
  const head = `${MARKER}\n`;
  const foot = `\n\n<sub>${NAME} · [job and files](${JOB})</sub>`;
  if (head.length + report.length + foot.length <= MOST) return head + report + foot;
  const cut = "\n\n**The rest does not fit here: the job's summary and files have all of it.**";
  const room = report.slice(0, MOST - head.length - foot.length - cut.length);
  return head + room.slice(0, Math.max(0, room.lastIndexOf("\n"))) + cut + foot;
}

const { pull_request: pull } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));
try {
  if (!pull) {
    // A push or a schedule: there is nothing to comment on.
  } else if (!GITHUB_TOKEN) {
    say("notice", "No comment on the pull request: there is no token.");
  } else if (pull.head.repo?.full_name !== pull.base.repo.full_name) {
    say("notice", "No comment on the pull request: it comes from a fork, whose jobs may not write here.");
  } else {
    const body = text();
    const ours = await earlier(pull.number);
    await (ours ? call("PATCH", `comments/${ours.id}`, { body }) : call("POST", `${pull.number}/comments`, { body }));
  }
} catch (e) {
  if ([401, 403, 404].includes(e.status)) {
    say("notice", `No comment on the pull request (${e.message}): give the job "permissions: { pull-requests: write }".`);
  } else {
    say("warning", `No comment on the pull request: ${e.message}`);
  }
}
