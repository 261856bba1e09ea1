package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** Joins the objects that make up one AgentEval test; each key may be in any of them, once. */
final class EvalParts {

    private static final String FIELDS = "fields";
    private static final List<String> INNER = List.of("InputDefinition", "Configuration", "config");
    /** Keys that may be null, as if they were absent. */
    private static final Set<String> KEYS = Set.of("$schema", "name", "Name", "id", "ID", "agentId",
            "evaluationStrategy", "oracles", "assertions", "expectedOutcomes", "ExpectedOutcomes", "scoringWeights",
            "simulator", "max_turns", "conversationTurns", "turns", "userMessage", "inputPayload", "refusal",
            "pass_threshold",
            "passThreshold", "maxExecutionTime", "TypeID", "Description", "Status", "primaryKey", "sync", "RubricID",
            "Variables", "fields", "InputDefinition", "Configuration", "config");
    /** The second spellings of keys. */
    private static final Map<String, String> SPELLINGS = Map.of("Name", "name", "ID", "id", "ExpectedOutcomes",
            "expectedOutcomes", "turns", "conversationTurns", "passThreshold", "pass_threshold");

    private final List<Map<String, Node.Member>> parts = new ArrayList<>();
    private final Map<String, Map.Entry<String, Node.Member>> used = new HashMap<>();
    private final Faults faults;
    /** Where a missing key belongs. */
    private Position at;

    private EvalParts(Node.Obj test, Faults faults) {
        this.faults = faults;
        this.at = test.at();
        add(test);
    }

    /**
     * Returns a test with the members of its {@code fields}, {@code InputDefinition}, {@code Configuration} and so on.
     */
    static Fields joined(Node.Obj test, Faults faults) {
        var all = new EvalParts(test, faults);
        var wrapped = all.take(FIELDS);
        if (wrapped instanceof Node.Obj object) {
            all.add(object);
        } else if (wrapped != null) {
            faults.add(wrapped.at(), "'fields' must be an object, not " + wrapped.kind());
        }
        for (var name : INNER) {
            var inner = all.take(name);
            var object = inner == null ? null : InnerJson.object(inner, name, faults);
            if (object != null) {
                all.add(object);
            }
        }
        all.refuseMisplaced();
        var joined = Fields.of(all.joined(), faults);
        joined.any(FIELDS);
        INNER.forEach(joined::any);
        return joined;
    }

    private void add(Node.Obj part) {
        at = parts.size() == 1 ? part.at() : at;
        parts.add(new LinkedHashMap<>(part.members()));
    }

    /** Removes a key from all objects; returns its first value that is not null. */
    private @Nullable Node take(String name) {
        var found = new LinkedHashMap<String, Node.Member>();
        parts.forEach(part -> put(name, part.remove(name), found));
        return found.values().stream().map(Node.Member::value).findFirst().orElse(null);
    }

    /** Reports a wrapper where none is looked for: its members would be lost. */
    private void refuseMisplaced() {
        Stream.concat(Stream.of(FIELDS), INNER.stream()).forEach(name -> parts.forEach(part -> {
            var member = part.remove(name);
            if (member != null) {
                faults.add(member.at(), "unknown key '" + name + "'");
            }
        }));
    }

    private Node.Obj joined() {
        var joined = new LinkedHashMap<String, Node.Member>();
        for (var part : parts) {
            part.keySet().stream().sorted(Comparator.comparing(SPELLINGS::containsKey))
                    .forEach(key -> put(key, part.get(key), joined));
        }
        return new Node.Obj(joined, at);
    }

    private void put(String key, Node.@Nullable Member member, Map<String, Node.Member> to) {
        if (!KEYS.contains(key) && member != null) {
            to.putIfAbsent(key, member);
        }
        if (!KEYS.contains(key) || member == null || member.value().isNull()) {
            return;
        }
        var earlier = used.putIfAbsent(SPELLINGS.getOrDefault(key, key), Map.entry(key, member));
        if (earlier == null) {
            to.put(key, member);
        } else {
            faults.add(member.value().at(), "'" + key + "' is already given as '" + earlier.getKey() + "' at "
                    + earlier.getValue().value().at() + "; write one of them");
        }
    }
}
