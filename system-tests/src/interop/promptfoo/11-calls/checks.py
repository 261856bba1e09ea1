def get_assert(output, context):
    return isinstance(output, list) and output[0]["function"]["name"] == "get_weather"
