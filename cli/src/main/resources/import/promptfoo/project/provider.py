# Calls a provider of promptfoo in Python. Written by muster import promptfoo.
import asyncio, importlib.util, inspect, json, os, sys

given = json.loads(sys.argv[1])
turn = json.load(sys.stdin)
answer_to, sys.stdout = sys.stdout, sys.stderr
path = os.path.abspath(given["file"])
sys.path.insert(0, os.path.dirname(path))
spec = importlib.util.spec_from_file_location("provider", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
prompt = json.dumps(turn["messages"]) if given["chat"] else turn["input"]
answer = getattr(module, given["function"])(prompt, given["options"], {"vars": turn.get("metadata", {})})
if inspect.isawaitable(answer):
    answer = asyncio.run(answer)
output = answer.get("output")
used = answer.get("tokenUsage") or {}
result = {"error": str(answer["error"])} if answer.get("error") else {"text": output if isinstance(output, str) else json.dumps(output), "usage": {"input": used.get("prompt"), "output": used.get("completion")} if used else None}
print(json.dumps(result), file=answer_to)
