def call_api(prompt, options, context):
    mark = options["config"]["mark"] if context["vars"]["text"] == "abc" else ""
    return {"output": prompt[::-1] + mark}
