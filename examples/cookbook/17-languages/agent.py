# agent.py
import json, sys

answers = {
    "en": "We are open from 09:00 to 18:30.",
    "de": "Wir haben von 09:00 bis 18:30 geöffnet.",
    "fr": "Nous sommes ouverts de 9 h à 18 h 30.",
}
json.load(sys.stdin)
print(json.dumps({"text": answers[sys.argv[1]]}))
