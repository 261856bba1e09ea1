package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.model.CaseAssertions;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;

/** Finds where a suite tests less than it seems to: cases that check nothing, quarantine entries without a case. */
final class SuiteWarnings {

    private static final int MOST_SHOWN = 3;

    private final ProjectConfig config;
    private final List<QuarantineEntry> unmatched;
    private final Set<String> files = new HashSet<>();
    private final List<Fault> unchecked = new ArrayList<>();
    private int more;
    private boolean hooks;

    SuiteWarnings(ProjectConfig config) {
        this.config = config;
        this.unmatched = new ArrayList<>(config.quarantine());
    }

    void see(TestCase testCase) {
        hooks |= !testCase.setup().hooks().isEmpty();
        var source = testCase.identity().source();
        var key = testCase.identity().key();
        if (files.add(source.file()) || !unmatched.isEmpty()) {
            unmatched.removeIf(entry -> matches(entry, key));
        }
        if (testCase.skip() != null || !CaseAssertions.none(testCase) || source.wasTyped()) {
            return;
        }
        if (unchecked.size() == MOST_SHOWN) {
            more++;
            return;
        }
        unchecked.add(new Fault(source.file(), source.line(), 1, "case " + testCase.identity().id()
                + " has no assertions, so it passes whatever the agent answers; add 'assertions' or 'expected'"));
    }

    /** Whether a case has hooks, which set variables. */
    boolean hasHooks() {
        return hooks;
    }

    /** @param whole whether no case of the inputs was left out */
    List<Fault> found(boolean whole) {
        var found = new ArrayList<>(unchecked);
        if (more > 0) {
            found.add(new Fault("suite", 0, 0, more + " more cases have no assertions"));
        }
        if (whole) {
            unmatched.stream().filter(entry -> files.contains(file(entry)))
                    .map(entry -> new Fault(entry.at(), 0, 0, "the quarantine of " + entry.cases()
                            + " matches no case of " + file(entry) + "; correct it, or remove it"))
                    .forEach(found::add);
        }
        unmatched.stream().filter(entry -> !file(entry).contains("*") && !file(entry).contains(":"))
                .filter(entry -> !Files.exists(config.root().resolve(file(entry))))
                .map(entry -> new Fault(entry.at(), 0, 0,
                        "the quarantine of " + entry.cases() + " names " + file(entry)
                                + ", which does not exist; correct it, or remove it"))
                .forEach(found::add);
        return found;
    }

    private static String file(QuarantineEntry entry) {
        int id = entry.cases().lastIndexOf('#');
        return id < 0 ? "*" : entry.cases().substring(0, id);
    }

    /** Compares only up to a pattern's first asterisk: a warning must not be wrong. */
    private static boolean matches(QuarantineEntry entry, String key) {
        int pattern = entry.cases().indexOf('*');
        return pattern < 0 ? entry.cases().equals(key) : key.startsWith(entry.cases().substring(0, pattern));
    }
}
