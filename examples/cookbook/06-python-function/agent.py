# agent.py
import json, sys

def reply(messages):                      # call your agent here
    asked = [m["content"] for m in messages if m["role"] == "user"]
    return f"You asked {len(asked)} questions, the first was: {asked[0]}"

turn = json.load(sys.stdin)
print(json.dumps({"text": reply(turn["messages"])}))
