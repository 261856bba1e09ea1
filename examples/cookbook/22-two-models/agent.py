# agent.py
import json, re, sys

turn = json.load(sys.stdin)
a, b = map(int, re.findall(r"\d+", turn["input"]))
carry = sys.argv[1] == "small" and a % 10 + b % 10 > 9   # the small one forgets to carry
print(json.dumps({"text": str(a + b - (10 if carry else 0))}))
