#!/usr/bin/env python3
# Judges replies as promptfoo does. Written by muster import promptfoo; yours to change.
import importlib.util, json, os, sys


def of_file(name, function):
    def call(output, context):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        spec = importlib.util.spec_from_file_location("checked", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return getattr(module, function)(output, context)
    return call


# functions


def verdict(result, threshold):
    if isinstance(result, str) and result.lower() in ("true", "false"):
        result = result.lower() == "true"
    if isinstance(result, str):
        result = json.loads(result)
    if isinstance(result, bool):
        return {"passed": result, "score": 1 if result else 0, "reason": "it returned " + str(result)}
    if isinstance(result, (int, float)):
        passed = result > 0 if threshold is None else result >= threshold
        return {"passed": passed, "score": min(1, max(0, result)), "reason": "score " + str(result)}
    passed = bool(result.get("pass", result.get("pass_", False)))
    score = result.get("score", 1 if passed else 0)
    if threshold is not None and score < threshold:
        passed = False
    return {"passed": passed, "score": min(1, max(0, score)), "reason": result.get("reason") or "it returned " + str(passed)}


def found(state, text):
    """What promptfoo takes for the output: of a reply of calls without text the calls, of one with both the message."""
    if isinstance(state, list):
        return "\n\n".join(part for part in map(block, state) if part)
    if not isinstance(state, dict):
        return text
    if "message" in state:
        message = state["message"]
        return next((message[key] for key in ("content", "tool_calls", "function_call") if message.get(key) is not None), text)
    if state.get("refusal"):
        return state["refusal"]
    output = said(state)
    output = text if output is None else output
    thought = state.get("reasoning") or state.get("reasoning_content")
    return "Thinking: %s\n\n%s" % (thought, output) if thought and isinstance(thought, str) and isinstance(output, str) else output


def said(message):
    content, calls, one = message.get("content"), message.get("tool_calls"), message.get("function_call")
    if message.get("reasoning"):
        return content
    if content and (one or calls is not None):
        return content if calls == [] else message
    return one or calls if content is None or content == "" and calls is not None else content


def block(part):
    kind = part.get("type")
    if kind == "text":
        return part["text"]
    if kind == "thinking":
        return "Thinking: %s\nSignature: %s" % (part["thinking"], part.get("signature")) if part["thinking"].strip() else ""
    return "Redacted Thinking: " + part["data"] if kind == "redacted_thinking" else json.dumps(part, separators=(",", ":"), ensure_ascii=False)


call = json.load(sys.stdin)
value = call.get("value") or {}
last = (call["context"].get("messages") or [{}])[-1]
output = last["content"] if last.get("role") == "assistant" else call["output"]
if not isinstance(output, str):
    output = json.dumps(output)
if value.get("calls"):
    output = found(call["context"].get("state"), output)
    if value.get("parsed") and isinstance(output, str):
        try:
            output = json.loads(output)
        except ValueError:
            pass
context = {"vars": value.get("vars", {}), "prompt": call.get("input"), "config": value.get("config", {}), "test": {"vars": value.get("vars", {})}}
answer, sys.stdout = sys.stdout, sys.stderr
try:
    result = verdict(globals()[call["function"]](output, context), value.get("threshold"))
    if value.get("negate"):
        result = {**result, "passed": not result["passed"], "score": 1 - result["score"] if result["score"] in (0, 1) else result["score"]}
except (NameError, ImportError, SyntaxError):
    raise  # a mistake of the code, whatever the reply is
except Exception as e:
    result = {"passed": False, "score": 0, "reason": "Python code failed: " + repr(e)}
print(json.dumps(result), file=answer)
