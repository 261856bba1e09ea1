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


call = json.load(sys.stdin)
value = call.get("value") or {}
said = (call["context"].get("messages") or [{}])[-1]
output = said["content"] if said.get("role") == "assistant" else call["output"]
if not isinstance(output, str):
    output = json.dumps(output)
context = {"vars": value.get("vars", {}), "prompt": call.get("input"), "config": value.get("config", {}), "test": {"vars": value.get("vars", {})}}
answer, sys.stdout = sys.stdout, sys.stderr
try:
    result = verdict(globals()[call["function"]](output, context), value.get("threshold"))
    if value.get("negate"):
        result = {**result, "passed": not result["passed"], "score": 1 - result["score"] if result["score"] in (0, 1) else result["score"]}
except Exception as e:
    result = {"passed": False, "score": 0, "reason": "Python code failed: " + repr(e)}
print(json.dumps(result), file=answer)
