package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;

/** What was not carried over, once for each place, and how many of the written assertions were. */
final class Losses {

    private final Set<Fault> all = new LinkedHashSet<>();
    private final Map<String, String> written = new LinkedHashMap<>();
    private final Set<String> lost = new HashSet<>();

    void add(Located at, String message) {
        all.add(at.fault(message));
    }

    /** Lists the members of an object that nobody reads. */
    void unread(Located object, Set<String> known, String what) {
        object.members().forEach((name, value) -> {
            if (!known.contains(name)) {
                add(value, "'" + name + "' of " + what + " is not carried over");
            }
        });
    }

    void written(Located assertion, String type) {
        written.put(place(assertion), type);
    }

    void lost(Located assertion, String message) {
        lost.add(place(assertion));
        add(assertion, message);
    }

    /** Returns by type how many assertions were written, and how many of them were carried over for each test. */
    Map<String, Imported.Share> shares() {
        var shares = new TreeMap<String, Imported.Share>();
        written.forEach((place, type) -> shares.merge(type, new Imported.Share(1, lost.contains(place) ? 0 : 1),
                Imported.Share::and));
        return shares;
    }

    List<Fault> all() {
        return all.stream().sorted(Comparator.comparing(Fault::file).thenComparing(Fault::line)).toList();
    }

    private static String place(Located assertion) {
        return assertion.file() + ":" + assertion.node().at();
    }
}
