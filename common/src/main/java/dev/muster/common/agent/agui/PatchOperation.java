package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** A valid operation of a JSON Patch (RFC 6902); it may still fail to apply. */
sealed interface PatchOperation {

    record Add(JsonPointer path, JsonNode value) implements PatchOperation {}

    record Remove(JsonPointer path) implements PatchOperation {}

    record Replace(JsonPointer path, JsonNode value) implements PatchOperation {}

    record Move(JsonPointer from, JsonPointer path) implements PatchOperation {}

    record Copy(JsonPointer from, JsonPointer path) implements PatchOperation {}

    record Test(JsonPointer path, JsonNode value) implements PatchOperation {}

    /** An operation of a newer protocol; it changes nothing. */
    record Unknown(String op) implements PatchOperation {}

    /**
     * Reads a patch. Members that an operation does not have are ignored, as RFC 6902 says.
     *
     * @param member member of the event that contains the patch
     * @throws StreamBroken when an operation lacks a member, or has one of the wrong type
     */
    static List<PatchOperation> read(EventFields event, String member, Warnings warnings) throws StreamBroken {
        var operations = new ArrayList<PatchOperation>();
        for (JsonNode each : event.array(member)) {
            String where = event.where() + "." + member + "[" + operations.size() + "]";
            operations.add(operation(EventFields.of(where, each), warnings));
        }
        return operations;
    }

    private static PatchOperation operation(EventFields of, Warnings warnings) throws StreamBroken {
        String op = of.text("op");
        return switch (op) {
            case "add" -> new Add(pointer(of, "path"), of.any("value"));
            case "remove" -> new Remove(pointer(of, "path"));
            case "replace" -> new Replace(pointer(of, "path"), of.any("value"));
            case "move" -> new Move(pointer(of, "from"), pointer(of, "path"));
            case "copy" -> new Copy(pointer(of, "from"), pointer(of, "path"));
            case "test" -> new Test(pointer(of, "path"), of.any("value"));
            default -> {
                warnings.add("the unknown operation '" + OneLine.ofMessage(op) + "' of a patch was dropped");
                yield new Unknown(op);
            }
        };
    }

    /** Parses a pointer (RFC 6901): a slash before each name, and only 0 or 1 after a tilde. */
    private static JsonPointer pointer(EventFields of, String member) throws StreamBroken {
        String text = of.text(member);
        boolean valid = text.isEmpty() || text.charAt(0) == '/';
        for (int tilde = text.indexOf('~'); tilde >= 0; tilde = text.indexOf('~', tilde + 1)) {
            valid &= text.startsWith("0", tilde + 1) || text.startsWith("1", tilde + 1);
        }
        if (!valid) {
            throw new StreamBroken(of.where() + "." + member + " is '" + OneLine.ofMessage(text)
                    + "', but must be a JSON pointer");
        }
        return JsonPointer.compile(text);
    }
}
