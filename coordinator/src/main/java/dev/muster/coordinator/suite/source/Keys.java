package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The keys of an object: those that were read so far, present or not, are known. */
final class Keys {

    private final Node.Obj object;
    private final Faults faults;
    private final List<String> known = new ArrayList<>();

    Keys(Node.Obj object, Faults faults) {
        this.object = object;
        this.faults = faults;
    }

    Node.@Nullable Member member(String name) {
        known.add(name);
        return object.members().get(name);
    }

    boolean isKnown(String name) {
        return known.contains(name);
    }

    /** Returns which of several spellings is used, else the first; two are a fault. */
    String oneOf(List<String> spellings) {
        known.addAll(spellings);
        var used = spellings.stream().filter(object.members()::containsKey).toList();
        used.stream().skip(1).forEach(other -> faults.add(Objects.requireNonNull(object.get(other)).at(),
                "'" + other + "' means the same as '" + used.getFirst() + "'; write one of them"));
        return used.isEmpty() ? spellings.getFirst() : used.getFirst();
    }

    /** Reports each of some keys that is there. */
    void refuse(List<String> names, String message) {
        for (var name : names) {
            var member = member(name);
            if (member != null) {
                faults.add(member.at(), "'" + name + "' " + message);
            }
        }
    }

    /** Reports that one of some names is required; when one seems mistyped, only that. */
    void missing(String sentence, List<String> names) {
        boolean mistyped = false;
        for (var entry : object.members().entrySet()) {
            if (!known.contains(entry.getKey()) && (!Nearest.hint(entry.getKey(), names).isEmpty()
                    || ForeignKeys.isList(entry.getKey()))) {
                mistyped = true;
                unknown(entry.getKey(), entry.getValue(), names);
            }
        }
        if (!mistyped) {
            faults.add(object.at(), sentence);
        }
    }

    /** Reports every member whose key is not known. */
    void unknown() {
        object.members().forEach((name, member) -> {
            if (!known.contains(name)) {
                unknown(name, member, known);
            }
        });
    }

    private void unknown(String name, Node.Member member, List<String> candidates) {
        faults.add(member.at(), "unknown key '" + name + "'" + ForeignKeys.advice(name, candidates)
                .map(advice -> "; " + advice).orElseGet(() -> near(name, member, candidates)));
    }

    private String near(String name, Node.Member member, List<String> candidates) {
        var hint = faults.hint(name, candidates);
        if (!hint.isEmpty()) {
            return hint;
        }
        boolean isText = member.value().isNull() && name.indexOf(' ') > 0;
        var elsewhere = isText ? YamlSlips.FLOW_QUOTES : ForeignKeys.elsewhere(name);
        return elsewhere == null ? "" : "; " + elsewhere;
    }
}
