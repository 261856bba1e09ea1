# agent.py
import base64, json, sys

turn = json.load(sys.stdin)
file = turn["attachments"][0]
text = base64.b64decode(file["data"]).decode()
total = sum(float(line.split(",")[1]) for line in text.splitlines()[1:])
print(json.dumps({"text": f"{file['filename']}: {total:.2f}"}))
