def get_assert(output, context):
    return output.startswith(context["vars"]["text"])


def is_palindrome(output, context):
    return {"pass": output == output[::-1], "score": 1, "reason": "read backwards"}
