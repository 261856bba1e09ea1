package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Ordered;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a run among others, and how much of its suite it has.
 *
 * @param labels such as branch and commit, in the order given
 * @param key a name that only one run may have; null for none
 * @param seed the start of every random choice
 * @param part how its cases were picked from its inputs, as the user wrote it; null when it has all of them
 * @param baseline the run, or the result file, that it is held against; null to search for runs
 * @param suite the same for runs of the same inputs; null when it is not known
 * @param project what it belongs to; null where neither its configuration nor its labels say so
 */
public record About(Map<String, String> labels, @Nullable String key, long seed, @Nullable String part,
        @Nullable String baseline, @Nullable String suite, @Nullable String project) {

    /** The labels that say which runs a run is held against. */
    public static final String BRANCH = "branch";
    public static final String BASE_BRANCH = "base_branch";
    public static final String REPOSITORY = "repository";

    public static final long SEED = 1;

    public static final About NOTHING = new About(Map.of(), null, SEED, null, null);

    private static final int LONGEST_NAME = 100;
    /** An entry of an index of PostgreSQL has 2,700 bytes. */
    private static final int LONGEST_VALUE = 500;
    private static final int MOST_LABELS = 50;

    public About {
        labels = Ordered.copy(labels);
    }

    public About(Map<String, String> labels, @Nullable String key, long seed, @Nullable String part,
            @Nullable String baseline) {
        this(labels, key, seed, part, baseline, null);
    }

    public About(Map<String, String> labels, @Nullable String key, long seed, @Nullable String part,
            @Nullable String baseline, @Nullable String suite) {
        this(labels, key, seed, part, baseline, suite, null);
    }

    public About ofSuite(String inputs) {
        return new About(labels, key, seed, part, baseline, inputs, project);
    }

    public About ofProject(@Nullable String name) {
        return new About(labels, key, seed, part, baseline, suite, name);
    }

    /** Returns the name of the project that a run without a folder belongs to; null when nothing says one. */
    public static @Nullable String project(@Nullable String configured, Map<String, String> labels) {
        var repository = labels.get(REPOSITORY);
        return configured != null ? configured : repository == null ? null : ProjectName.of(repository);
    }

    public About against(@Nullable String other) {
        return new About(labels, key, seed, part, other, suite, project);
    }

    /** Whether the baseline is a result file, which only a client can read. */
    public boolean againstFile() {
        return baseline != null && (baseline.endsWith(".json") || baseline.endsWith(".jsonl"));
    }

    /** Returns the branch whose earlier runs a run is compared with: the base of a pull request, or its own. */
    public Optional<String> comparedBranch() {
        return Optional.ofNullable(labels.getOrDefault(BASE_BRANCH, labels.get(BRANCH)));
    }

    /** Returns the labels for people: {@code branch=main, commit=1a2b3c}. */
    public String labelsShown() {
        return labels.entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** Returns what is true of another run with the same cases, which has a key of its own or none. */
    public About ofAnother() {
        return new About(labels, null, seed, part, baseline, suite, project);
    }

    /**
     * Reads labels as they are written, {@code branch=main}.
     *
     * @throws RefusedRun with all that is wrong with them, a line each
     */
    public static Map<String, String> labels(Collection<String> written) throws RefusedRun {
        var labels = new LinkedHashMap<String, String>();
        var troubles = new ArrayList<String>();
        for (var each : written) {
            int equals = each.indexOf('=');
            if (equals < 0) {
                troubles.add("a label is written NAME=VALUE, such as team=payments, not '" + each + "'");
            } else if (labels.putIfAbsent(each.substring(0, equals), each.substring(equals + 1)) != null) {
                troubles.add("label " + each.substring(0, equals) + " is given twice");
            }
        }
        troubles.addAll(new About(labels, null, SEED, null, null).troubles());
        if (!troubles.isEmpty()) {
            throw new RefusedRun(String.join("\n", troubles));
        }
        return labels;
    }

    /** Returns a sentence for each label that can't be stored, and for such a key. */
    public List<String> troubles() {
        var troubles = new ArrayList<String>();
        labels.forEach((name, value) -> trouble(name, value).ifPresent(troubles::add));
        if (labels.size() > MOST_LABELS) {
            troubles.add("a run has " + MOST_LABELS + " labels at most, and this one has " + labels.size());
        }
        if (suite != null && !fits(suite, LONGEST_VALUE)) {
            troubles.add("a suite's name has 1 to " + LONGEST_VALUE + " characters on one line");
        }
        if (project != null) {
            ProjectName.trouble(project).ifPresent(trouble -> troubles.add("the name of a project " + trouble));
        }
        if (key != null && !fits(key, LONGEST_VALUE)) {
            troubles.add("a run's key has 1 to " + LONGEST_VALUE + " characters on one line");
        }
        return troubles;
    }

    private static Optional<String> trouble(String name, String value) {
        if (!name.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "_.-/".indexOf(c) >= 0)
                || !fits(name, LONGEST_NAME)) {
            return Optional.of("a label's name has letters, digits, and _ . - or /, " + LONGEST_NAME
                    + " at most; '" + name + "' has something else");
        }
        return fits(value, LONGEST_VALUE) ? Optional.empty()
                : Optional.of("label " + name + " has a value of 1 to " + LONGEST_VALUE + " characters on one line");
    }

    private static boolean fits(String text, int most) {
        return !text.isBlank() && text.length() <= most && text.chars().noneMatch(Character::isISOControl);
    }

    /** @param some what its cases are a part of; null when it has all of them */
    public About of(@Nullable String some) {
        return new About(labels, key, seed, some, baseline, suite, project);
    }
}
