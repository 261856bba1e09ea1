package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** Compares a call with what it must contain; everything else is free. */
final class Hearing {

    private final Call call;
    private final List<String> differences = new ArrayList<>();

    private Hearing(Call call) {
        this.call = call;
    }

    /** Returns a sentence for each difference. */
    static List<String> differences(JsonNode step, Call call) {
        var hearing = new Hearing(call);
        step.path("hears").properties().forEach(each -> hearing.hold(each.getKey(), each.getValue()));
        if (step.has("endpoint")) {
            hearing.same("endpoint", step.path("endpoint"), call.endpoint());
        }
        for (var name : step.path("fills")) {
            hearing.filled(name.stringValue());
        }
        return hearing.differences;
    }

    private void hold(String key, JsonNode wanted) {
        if (!call.party().equals("agent")) {
            inside("document." + key, wanted, call.document().path(key));
            return;
        }
        switch (key) {
            case "messages" -> same(key, wanted, call.messages().size());
            case "last" -> same(key, wanted, call.last());
            case "roles" -> same(key, wanted, call.messages().stream().map(Call::role).toList());
            case "parts" ->
                same(key, wanted, parts().stream().map(part -> kind(part.path("type").asString(""))).toList());
            case "mime_type" -> same(key, wanted, parts().stream().map(part -> part.path("source").path("mimeType"))
                    .filter(JsonNode::isString).map(JsonNode::stringValue).findFirst().orElse(""));
            case "forwarded" -> inside(key, wanted, call.body().path("forwardedProps"));
            case "state" -> inside(key, wanted, call.body().path("state"));
            case "headers" -> wanted.properties().forEach(each -> same("header " + each.getKey(), each.getValue(),
                    call.headers().getOrDefault(each.getKey().toLowerCase(Locale.ROOT), "")));
            default -> differences.add("hears." + key + ": there is no such key");
        }
    }

    private static String kind(String type) {
        return type.equals("image_url") ? "image" : type;
    }

    private List<JsonNode> parts() {
        return Trials.items(call.messages().getLast().path("content")).toList();
    }

    /** Checks that the instructions contain every value of the document that they name, and no unfilled name. */
    private void filled(String name) {
        var value = call.document().path(name);
        var text = value.isString() ? value.stringValue() : value.toString();
        if (value.isMissingNode() || !call.instructions().contains(text)) {
            differences.add("the instructions lack " + name + " (" + text + "): " + call.instructions());
        }
        if (call.instructions().contains("{{")) {
            differences.add("the instructions are not filled in: " + call.instructions());
        }
    }

    private void same(String what, JsonNode wanted, Object found) {
        inside(what, wanted, Json.MAPPER.valueToTree(found));
    }

    private void inside(String what, JsonNode wanted, JsonNode found) {
        differences.addAll(Within.differences(what, wanted, found));
    }
}
