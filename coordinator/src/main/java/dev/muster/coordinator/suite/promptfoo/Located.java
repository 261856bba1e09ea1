package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A value of a configuration, and the file that has it. */
record Located(Node node, String file) {

    @Nullable
    Located get(String key) {
        var member = node instanceof Node.Obj object ? object.members().get(key) : null;
        return member == null || member.value().isNull() ? null : new Located(member.value(), file);
    }

    /** Returns the items of a list; any other value alone. */
    List<Located> items() {
        return node.items().stream().map(item -> new Located(item, file)).toList();
    }

    /** Returns the members of an object; empty for any other value. */
    Map<String, Located> members() {
        var members = new LinkedHashMap<String, Located>();
        if (node instanceof Node.Obj object) {
            object.members().forEach((name, member) -> members.put(name, new Located(member.value(), file)));
        }
        return members;
    }

    boolean isList() {
        return node instanceof Node.Items;
    }

    boolean isObject() {
        return node instanceof Node.Obj;
    }

    /** Returns a scalar's text; null for a list, an object and null. */
    @Nullable
    String text() {
        return node instanceof Node.Scalar scalar && !node.isNull() ? scalar.text() : null;
    }

    /** Returns the text of a member; null when it is not there or no scalar. */
    @Nullable
    String text(String key) {
        var member = get(key);
        return member == null ? null : member.text();
    }

    JsonNode json() {
        return node.json();
    }

    Fault fault(String message) {
        return new Fault(file, node.at().line(), node.at().column(), message);
    }
}
