package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds what looks like the calls of tools in the events of an answer: objects with a name and an object of arguments.
 *
 * @param mapping for {@code response.tool_calls}
 * @param tools the names that it finds
 */
record CallShapes(ObjectNode mapping, List<String> tools) {

    private static final List<String> NAMES = List.of("name", "tool", "tool_name", "toolName", "function",
            "function_name", "fn", "action");
    private static final List<String> ARGUMENTS = List.of("arguments", "args", "input", "params", "parameters",
            "tool_input", "kwargs");
    private static final List<String> IDS = List.of("id", "call_id", "callId", "tool_call_id", "toolCallId");
    private static final List<String> RESULTS = List.of("result", "output", "response");
    /** Members that tell the events or the elements of a list apart. */
    private static final List<String> KINDS = List.of("type", "kind", "event", "role");
    /** Objects that have names and parameters, and are no calls. */
    private static final Set<String> ASIDE = Set.of("agent", "config", "configuration", "debug", "meta", "metadata",
            "model", "request", "settings", "trace", "user");
    private static final int DEEPEST = 5;
    private static final int MOST_SHAPES = 20;

    /** An object that looks like a call, and the path of all such objects. */
    private record Call(String each, String name, String arguments, JsonNode object) {

        List<String> shape() {
            return List.of(each, name, arguments);
        }
    }

    /** Returns the most frequent shape whose paths find nothing else. */
    static Optional<CallShapes> in(List<JsonNode> frames) {
        var calls = new ArrayList<Call>();
        frames.forEach(frame -> collect("$", frame, frames.size() > 1, calls));
        // where other events have the name, too, as those of results do, the kind of the event tells them apart
        frames.stream().filter(_ -> frames.size() > 1)
                .forEach(frame -> call("$" + element(frame), frame).ifPresent(calls::add));
        return calls.stream().collect(Collectors.groupingBy(Call::shape, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream().limit(MOST_SHAPES).filter(alike -> isAlone(alike.getFirst(), frames))
                .max(Comparator.comparingInt(List::size)).map(CallShapes::of);
    }

    /** Whether a place of the answer is a part of its calls. */
    boolean holds(String path) {
        var each = mapping.path("each").asString("");
        var call = each.startsWith("$[") ? "$" : each;
        return Stream.of("name", "arguments").map(part -> call + mapping.path(part).asString("").substring(1))
                .anyMatch(part -> path.equals(part) || path.startsWith(part + ".") || path.startsWith(part + "["));
    }

    private static CallShapes of(List<Call> calls) {
        var first = calls.getFirst();
        var objects = calls.stream().map(Call::object).toList();
        var mapping = Json.MAPPER.createObjectNode().put("each", first.each);
        IDS.stream().filter(id -> objects.stream().allMatch(object -> object.path(id).isString())).findFirst()
                .ifPresent(id -> mapping.put("id", "$." + id));
        mapping.put("name", "$." + first.name).put("arguments", "$." + first.arguments);
        RESULTS.stream().filter(result -> objects.stream().anyMatch(object -> object.has(result))).findFirst()
                .ifPresent(result -> mapping.put("result", "$." + result));
        return new CallShapes(mapping,
                objects.stream().map(object -> object.path(first.name).asString("")).distinct().toList());
    }

    /** @param isEvent whether the object itself may be a call: the whole of an answer is none */
    private static void collect(String path, JsonNode value, boolean isEvent, List<Call> found) {
        if (isEvent) {
            call(path, value).ifPresent(found::add);
        }
        if (path.chars().filter(c -> c == '.' || c == '[').count() >= DEEPEST) {
            return;
        }
        value.propertyStream().filter(member -> isPlain(member.getKey()) && !ASIDE.contains(member.getKey()))
                .forEach(member -> {
                    var inner = path + "." + member.getKey();
                    if (member.getValue().isArray()) {
                        member.getValue().valueStream()
                                .forEach(element -> collect(inner + element(element), element, true,
                                        found));
                    } else if (!ARGUMENTS.contains(member.getKey())) {
                        collect(inner, member.getValue(), true, found);
                    }
                });
    }

    /** Returns the path of the elements of one kind. */
    private static String element(JsonNode element) {
        return KINDS.stream().filter(kind -> isPlain(element.path(kind).asString(""))).findFirst()
                .map(kind -> "[?(@." + kind + "=='" + element.path(kind).asString("") + "')]").orElse("[*]");
    }

    private static Optional<Call> call(String path, JsonNode object) {
        var name = NAMES.stream().filter(each -> Draft.isName(object.path(each).asString(""))
                && object.path(each).isString()).findFirst();
        var arguments = ARGUMENTS.stream().filter(each -> isArguments(object.path(each))).findFirst();
        return name.isEmpty() || arguments.isEmpty() ? Optional.empty()
                : Optional.of(new Call(path, name.get(), arguments.get(), object));
    }

    private static boolean isArguments(JsonNode value) {
        return value.isObject() || (value.isString() && value.stringValue().startsWith("{")
                && AnswerJson.orMissing(value.stringValue()).isObject());
    }

    /** Whether everything that the path finds, and that has the name, is a call. */
    private static boolean isAlone(Call call, List<JsonNode> frames) {
        var found = AnswerMap.found(call.each, frames).stream()
                .filter(each -> !call.each.equals("$") || each.has(call.name)).toList();
        return !found.isEmpty() && found.stream()
                .allMatch(each -> each.path(call.name).isString() && isArguments(each.path(call.arguments)));
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }
}
