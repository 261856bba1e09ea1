package dev.muster.coordinator.suite.pick;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/** The cases of a run that the user picks, and what helps one who picks none. Serves one reading of a suite. */
public final class Selection {

    public static final Selection ALL = new Selection(List.of(),
            new PastVerdicts(VerdictSource.NONE, _ -> List.of(), false));

    private static final int MOST_IDS = 10_000;
    private static final int MOST_SHOWN = 5;
    private static final int MOST_LABELS = 20;

    private final List<Filter> conditions;
    private final List<Fault> unmatched = new ArrayList<>();
    private final PastVerdicts past;
    private final Set<String> ids = new LinkedHashSet<>();
    private final Map<String, Set<String>> labels = new TreeMap<>();
    private long seen;
    private long inOtherShards;

    /** A condition as the user wrote it. */
    private static final class Filter {
        private final String flag;
        private final Condition condition;
        private boolean matched;
        private boolean matchedHere;

        Filter(String flag, Condition condition) {
            this.flag = flag;
            this.condition = condition;
        }
    }

    private Selection(List<Filter> conditions, PastVerdicts past) {
        this.conditions = conditions;
        this.past = past;
    }

    /**
     * @param filters the values of {@code -k}
     * @param shard the value of {@code --shard}; null for all
     * @param source where verdicts are; read only if a filter needs them
     * @param agents the names under which the verdicts of a case are stored
     * @param wrong receives what can't be read, all of it
     */
    public static Selection of(List<String> filters, @Nullable String shard, VerdictSource source,
            Function<Candidate, List<String>> agents, Consumer<Fault> wrong) {
        var conditions = new ArrayList<Filter>();
        filters.forEach(filter -> read("-k " + filter, () -> Condition.of(filter), wrong, conditions));
        if (shard != null) {
            read("--shard " + shard, () -> Condition.shard(shard), wrong, conditions);
        }
        boolean all = conditions.stream().anyMatch(each -> each.condition instanceof Condition.Changed);
        return new Selection(conditions, new PastVerdicts(source, agents, all));
    }

    @FunctionalInterface
    private interface Reading {
        Condition read() throws WrongCondition;
    }

    private static void read(String flag, Reading reading, Consumer<Fault> wrong, List<Filter> to) {
        try {
            to.add(new Filter(flag, reading.read()));
        } catch (WrongCondition e) {
            wrong.accept(new Fault(flag, 0, 0, String.valueOf(e.getMessage())));
        }
    }

    /** Whether every case is taken. */
    public boolean isWhole() {
        return conditions.isEmpty();
    }

    /** Whether a case is to be read, and run unless {@link #takes(Candidate, String)} objects. */
    public boolean takes(Candidate candidate) {
        if (conditions.isEmpty()) {
            return true;
        }
        remember(candidate);
        boolean all = true;
        boolean here = true;
        for (var each : conditions) {
            boolean holds = each.condition.holds(candidate, past);
            each.matched |= holds;
            each.matchedHere |= holds;
            if (each.condition instanceof Condition.Shard) {
                here = holds;
            } else {
                all &= holds;
            }
        }
        inOtherShards += all && !here ? 1 : 0;
        return all && here;
    }

    /** Whether a case that was read is to be run. */
    public boolean takes(Candidate candidate, String definition) {
        for (var each : conditions) {
            if (each.condition instanceof Condition.Changed changed && !changed.holds(candidate, definition, past)) {
                return false;
            }
        }
        return true;
    }

    private void remember(Candidate candidate) {
        seen++;
        if (ids.size() < MOST_IDS) {
            ids.add(candidate.id());
        }
        candidate.labels().forEach((name, value) -> {
            if (labels.size() < MOST_LABELS || labels.containsKey(name)) {
                var values = labels.computeIfAbsent(name, _ -> new TreeSet<>());
                if (values.size() < MOST_LABELS) {
                    values.add(value);
                }
            }
        });
    }

    /** Notes the filters that match no case of the input that ends. */
    public void endOf(String input) {
        for (var each : conditions) {
            switch (each.condition) {
                case Condition.Part _,Condition.Label _,Condition.Matching _ when !each.matchedHere ->
                    unmatched.add(new Fault("-i " + input, 0, 0, "none of its cases matches " + each.flag
                            + "; correct the filter, or leave this input out"));
                default -> each.matchedHere = false;
            }
        }
    }

    public List<Fault> unmatched() {
        return unmatched;
    }

    /** Returns what a user should know of the verdicts that were looked up; empty when there is nothing to tell. */
    public Optional<String> note() {
        return past.unknown().isEmpty() ? Optional.empty()
                : Optional.of("nothing is known yet about " + String.join(", ", past.unknown())
                        + ": no run of it has finished here, so none of its cases counts as failed, and each "
                        + "as changed");
    }

    /** Whether it takes only cases that failed. */
    public boolean wantsFailed() {
        return conditions.stream().anyMatch(each -> each.condition instanceof Condition.Failed);
    }

    /** Whether there are cases, and all that stands in their way is that none of them failed. */
    public boolean isWithoutFailed() {
        return seen > 0 && past.unknown().isEmpty() && conditions.stream()
                .allMatch(each -> each.condition instanceof Condition.Failed ? !each.matched
                        : each.matched || each.condition instanceof Condition.Shard);
    }

    /**
     * Explains that all selected cases are in other shards; empty where none is known to be selected. Which cases
     * changed is not known of those of other shards.
     */
    public Optional<String> emptyShard() {
        boolean unknown = conditions.stream().anyMatch(each -> each.condition instanceof Condition.Changed);
        return inOtherShards == 0 || unknown ? Optional.empty()
                : conditions.stream().filter(each -> each.condition instanceof Condition.Shard).findFirst()
                        .map(shard -> shard.flag + " has no case: "
                                + (inOtherShards == 1 ? "the only selected case is in another shard"
                                        : "all " + inOtherShards + " selected cases are in other shards"));
    }

    /** Returns the names under which verdicts were looked up: agents and cells. */
    public Set<String> agents() {
        return past.agents();
    }

    /** Explains in a sentence or more why no case was selected. */
    public String nothing() {
        var without = conditions.stream().filter(each -> !each.matched).toList();
        var why = new ArrayList<String>();
        var opposed = opposed();
        if (opposed.isPresent()) {
            why.add(opposed.get().flag + " leaves out all that " + opposed.get().flag.replaceFirst("!", "") + " takes");
        } else if (!without.isEmpty()) {
            without.forEach(each -> why.add("no case matches " + each.flag + help(each.condition)));
        } else {
            why.add((conditions.size() == 1 ? "no case matches " : "no case matches all of ")
                    + conditions.stream().map(each -> each.flag).collect(Collectors.joining(" ")));
        }
        note().ifPresent(why::add);
        return "nothing is selected of " + seen + (seen == 1 ? " case: " : " cases: ") + String.join("; ", why);
    }

    /** Returns a filter that leaves out just what another one takes. */
    private Optional<Filter> opposed() {
        return conditions.stream().filter(each -> each.condition instanceof Condition.Not(var left)
                && conditions.stream().anyMatch(other -> other.condition.equals(left))).findFirst();
    }

    private String help(Condition condition) {
        return switch (condition) {
            case Condition.Part(var text) -> nearest(text, ids);
            case Condition.Label(var name, var _) when labels.containsKey(name) -> "; '" + name + "' is "
                    + String.join(", ", Objects.requireNonNull(labels.get(name)));
            case Condition.Label _ when labels.isEmpty() -> "; these cases have no labels";
            case Condition.Label _ -> "; the labels are " + String.join(", ", labels.keySet());
            case Condition.Matching _,Condition.Not _ -> "; there are " + some(ids);
            case Condition.Failed _,Condition.Changed _,Condition.InFile _,Condition.Shard _ -> "";
        };
    }

    /** Returns the id most like a written one, or one with a word like it; else the first ids. */
    public static String nearest(String written, Collection<String> ids) {
        var all = new ArrayList<>(ids);
        for (int from = 0; from < all.size(); from += Nearest.MOST_LOOKED_AT) {
            var hint = Nearest.hint(written, all.subList(from, Math.min(all.size(), from + Nearest.MOST_LOOKED_AT)));
            if (!hint.isEmpty()) {
                return hint;
            }
        }
        return all.isEmpty() ? "" : "; there are " + near(written, all).orElseGet(() -> some(all));
    }

    private static Optional<String> near(String written, List<String> ids) {
        var found = ids.stream().filter(id -> Collections.list(new StringTokenizer(id, " -_./:#")).stream()
                .anyMatch(word -> Nearest.of(written, List.of((String) word)).isPresent())).limit(MOST_SHOWN + 1L)
                .toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(some(found));
    }

    private static String some(Collection<String> names) {
        return names.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                + (names.size() > MOST_SHOWN ? ", …" : "");
    }
}
