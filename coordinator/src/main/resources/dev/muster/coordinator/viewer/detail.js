// One case: why it did not pass, then the conversation.
const dialog = document.getElementById("detail");
const json = value => typeof value === "string" ? value : JSON.stringify(value, null, 2);

async function openDetail(row) {
  history.replaceState(null, "", "#" + [row.number, row.cell, row.repeat].join("."));
  const body = el("div", { class: "detail-body" }, el("p", { class: "dim" }, "…"));
  dialog.replaceChildren(el("div", { class: "detail-head" },
      el("span", { class: "status " + row.status }, statusName(row)), el("h2", null, row.id + (row.name ? ": " + row.name : "")),
      el("button", { "aria-label": "Close", on: { click: closeDetail } }, "Esc")), body);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  try {
    body.replaceChildren(...detail(row, await detailOf(row)));
  } catch (broken) {
    body.replaceChildren(el("p", null, "This part of the report can't be read: " + broken));
  }
}

function closeDetail() { dialog.close(); history.replaceState(null, "", location.pathname + location.search); }

function detail(row, result) {
  const facts = [place(row), cellName(row.cell) || result.cell?.agent, row.repeat > 0 ? "repeat " + (row.repeat + 1) : "",
    row.cause === "none" ? "" : causeName(row.cause), took(row.ms), result.tokens ? result.tokens.input + " + " + result.tokens.output + " tokens" : "",
    result.cost_usd !== undefined ? "$" + result.cost_usd : "", result.score !== undefined ? "score " + result.score : "", ...Object.entries(result.labels ?? {}).map(([name, value]) => name + ": " + value), result.worker, result.trace_id];
  return [el("div", { class: "facts" }, facts.filter(fact => fact).map(fact => el("span", { class: "mono" }, fact))),
    reasons(result), attempts(result), talk(result), checkpoints(result),
    checks(result.final_assertions ?? result.assertions, result.final_assertions ? "At the end" : "Assertions"),
    result.warnings ? fold("Warnings (" + result.warnings.length + ")", result.warnings.join("\n")) : null,
    fold("The whole result as JSON", JSON.stringify(result, null, 2))].flat().filter(part => part);
}

function reasons(result) {
  const told = [...new Set([result.muted ? "muted: " + result.muted.told : null, result.error, result.muted ? null : result.skip_reason, ...(result.assertion_errors ?? [])].filter(text => text))];
  return told.length === 0 ? null : el("div", { class: "reasons" }, told.length === 1 ? el("p", null, told[0])
      : el("ul", null, told.map(text => el("li", null, text))));
}

function attempts(result) {
  if ((result.attempts ?? []).length < 2) return null;
  return [el("h3", null, "Attempts"), ...result.attempts.map(attempt => el("p", null, el("span", { class: "status " + attempt.status }, attempt.status),
      ` ${attempt.attempt} ` + [attempt.worker, attempt.kind?.replaceAll("_", " "), attempt.duration_ms === undefined ? "" : took(attempt.duration_ms), paid(attempt), attempt.error].filter(text => text).join(" · ")))];
}

function paid(of) {
  const part = (who, spent) => spent?.tokens ? who + (spent.tokens.input + spent.tokens.output) + " tokens" + (spent.cost_usd === undefined ? "" : " ($" + spent.cost_usd + ")") : "";
  return [part("", of), part("helpers ", of.helpers)].filter(text => text).join(", ");
}

function talk(result) {
  if (result.turns === undefined) {
    return result.response === undefined && !result.tool_calls && result.input === undefined ? null
        : [el("h3", null, "The agent"), sent(result), said("user", "user", result.input), calls(result), said("agent", "agent", result.response)];
  }
  return [el("h3", null, "Conversation" + (result.simulator ? " with " + result.simulator : "")), sent(result), ...result.turns.map(turn)];
}

function sent(result) {
  const told = run.instructions?.[result.cell?.agent];
  return [told === undefined ? null : fold("instructions", told),
    result.messages ? fold("messages (" + result.messages.length + ")", result.messages.map(each => each.role + ": " + each.content).join("\n\n")) : null];
}

function turn(each) {
  const beside = ["turn " + each.turn, each.name, each.input_source, each.status, each.duration_ms === undefined ? "" : took(each.duration_ms),
    each.awaiting_reason?.replaceAll("_", " ")].filter(text => text).join(" · ");
  return el("div", { class: "turn " + each.status }, el("div", { class: "dim" }, beside),
      each.reasoning ? fold("why the simulator says this", each.reasoning) : null, said("user", each.input_source === "simulated" ? "simulated user" : "user", each.input),
      calls(each), said("agent", "agent", each.output), each.error ? el("div", { class: "reasons" }, each.error) : null,
      each.skip_reason ? el("p", { class: "dim" }, "not run: " + each.skip_reason) : null,
      each.artifacts ? fold("artifacts (" + each.artifacts.length + ")", JSON.stringify(each.artifacts, null, 2)) : null,
      checks(each.assertions, null));
}

function said(kind, who, text) {
  return text === undefined ? null : el("div", { class: "said " + kind }, el("span", { class: "who" }, who), text === "" ? el("i", { class: "dim" }, "nothing") : text);
}

function calls(of) {
  return (of.tool_calls ?? []).map(call => {
    const short = JSON.stringify(call.args) ?? "";
    return el("details", null, el("summary", null, el("span", { class: "mono" }, (call.error ? "✗ " : "→ ") + call.name + " " + (short.length > 90 ? short.slice(0, 90) + "…" : short))),
        el("pre", null, json(call.args)), call.result === undefined ? null : el("pre", null, "gave back" + (call.error ? ", as an error" : "") + "\n" + json(call.result)));
  });
}

function checkpoints(result) {
  if (!result.checkpoints) return null;
  return [el("h3", null, "Checkpoints"), ...result.checkpoints.map(each => mark(each.passed ? "passed" : each.required ? "failed" : "skipped",
      each.id + (each.description ? ": " + each.description : "") + (each.required ? "" : " (optional)") + (each.reached_at_turn ? " · turn " + each.reached_at_turn : ""),
      each.passed ? null : el("div", { class: "dim" }, each.reason ?? "never tried")))];
}

function mark(status, label, ...below) {
  return el("div", { class: "check" }, el("span", { class: status, "aria-label": status }, status === "passed" ? "✓" : status === "failed" ? "✗" : "!"), el("span", null, label), ...below);
}

function checks(all, title) {
  if (!all || all.length === 0) return null;
  return [title ? el("h3", null, title) : null, ...all.map(check)];
}

function check(each) {
  const { passed, reason, error, evidence, score, label } = each;
  const words = label + (score === undefined ? "" : " · score " + score);
  return mark(passed ? "passed" : error ? "error" : "failed", words, passed ? null : el("div", { class: error ? "error" : "failed" }, error ?? reason ?? ""),
      passed || !evidence ? null : difference(evidence));
}

function difference(evidence) {
  const pair = (label, kind, value) => value === undefined ? [] : [el("span", { class: "dim" }, label), el("pre", { class: kind }, json(value))];
  const all = evidence.differences?.length ? evidence.differences : [evidence];
  return el("div", null, all.map(each => el("div", { class: "pair" }, each.at ? [el("span", { class: "dim" }, "at"), el("code", null, each.at)] : [],
      pair("expected", "want", each.expected), pair("found", "got", each.found))));
}

function fold(title, text) { return el("details", null, el("summary", null, title), el("pre", null, text)); }
