import json, sys

def reply(message):
    return "On Sundays we are closed." if "sunday" in message.lower() else "We are open Monday to Saturday, 09:00 to 18:30."

request = json.load(sys.stdin)
print(json.dumps({"text": reply(request["input"])}))
