package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Reads lists of values. */
public final class Nodes {

    private Nodes() {}

    /** Reads each of some values, without those that are faulty. */
    public static <T> List<T> each(List<Node> nodes, Function<Node, @Nullable T> read) {
        return nodes.stream().<T>mapMulti((node, to) -> Optional.ofNullable(read.apply(node)).ifPresent(to)).toList();
    }

    /** Reads each of some values as an object; members that were not read are unknown. */
    public static <T> List<T> objects(List<Node> nodes, String what, Faults faults,
            Function<Fields, @Nullable T> read) {
        return each(nodes, node -> Fields.complete(Fields.of(node, what, faults), read));
    }

    /**
     * Reads each of some values as a string, without those that are none; {@code must} says to what that is a fault.
     */
    public static List<String> strings(List<Node> nodes, String must, Faults faults) {
        return each(nodes, node -> {
            if (node.string() == null) {
                faults.add(node.at(), must + ", not " + node.kind());
            }
            return node.string();
        });
    }

    /**
     * Reads a program and its arguments; empty when they are absent, or, with a fault, when they are not a list.
     *
     * @param example of such a list
     */
    public static List<String> program(String name, String example, Fields fields) {
        var node = fields.any(name);
        if (node instanceof Node.Items items && !items.nodes().isEmpty()) {
            return strings(items.nodes(), "'" + name + "' must list strings", fields.faults());
        }
        if (node != null) {
            fields.fault(node, "'" + name + "' must be a list of a program and its arguments, such as " + example
                    + (node instanceof Node.Items ? "" : ", not " + node.kind()));
        }
        return List.of();
    }
}
