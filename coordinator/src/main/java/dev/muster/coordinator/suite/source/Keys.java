package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The keys of an object that were read, and hence the unknown ones. */
final class Keys {

    /** Where what other tools write into these keys belongs. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "prompts", "a prompt is the 'input' of a case in a suite file",
            "tests", "cases are in suite files, which -i names",
            "threshold", "every assertion must pass, and 'gate' in muster.yaml says how many cases must",
            "assertions", "assertions are in the cases of suite files",
            "expected", "what is expected is in the cases of suite files",
            "vars", "values differ from case to case, and are in suite files",
            "temperature", "what goes to a model with each call is in 'options' of a connector or a case");

    private final Node.Obj object;
    private final Faults faults;
    private final List<String> known = new ArrayList<>();

    Keys(Node.Obj object, Faults faults) {
        this.object = object;
        this.faults = faults;
    }

    Node.@Nullable Member ask(String name) {
        known.add(name);
        return object.members().get(name);
    }

    boolean isAsked(String name) {
        return known.contains(name);
    }

    boolean has(String name) {
        return object.members().containsKey(name);
    }

    /** Reports that one of some names is required; when one seems mistyped, only that. */
    void missing(String sentence, List<String> names) {
        boolean mistyped = false;
        for (var entry : object.members().entrySet()) {
            if (!known.contains(entry.getKey()) && Nearest.of(entry.getKey(), names).isPresent()) {
                mistyped = true;
                unknown(entry.getKey(), entry.getValue(), names);
            }
        }
        if (!mistyped) {
            faults.add(object.at(), sentence);
        }
    }

    /** Returns which of several spellings is used, else the first; two are a fault. */
    String oneOf(List<String> spellings) {
        known.addAll(spellings);
        var used = spellings.stream().filter(this::has).toList();
        if (used.isEmpty()) {
            return spellings.getFirst();
        }
        for (var other : used.subList(1, used.size())) {
            var at = object.members().getOrDefault(other, new Node.Member(object.at(), object)).value().at();
            faults.add(at, "'" + other + "' says the same as '" + used.getFirst() + "'; write one of them");
        }
        return used.getFirst();
    }

    /** Reports every key that was not read as a fault. */
    void done() {
        object.members().forEach((name, member) -> {
            if (!known.contains(name)) {
                unknown(name, member, known);
            }
        });
    }

    private void unknown(String name, Node.Member member, List<String> candidates) {
        var hint = faults.hint(name, candidates);
        faults.add(member.at(), "unknown key '" + name + "'"
                + (hint.isEmpty() && ELSEWHERE.containsKey(name) ? "; " + ELSEWHERE.get(name) : hint));
    }
}
