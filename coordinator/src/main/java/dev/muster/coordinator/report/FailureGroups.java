package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Muted;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** Groups what did not pass by cause and by similar messages. Memory is bounded, even for a million cases. */
public final class FailureGroups {

    private static final int MOST_GROUPS = 300;

    private final int mostShown;
    private final ReasonShapes shapes = new ReasonShapes();
    private final Map<Key, FailureGroup> groups = new LinkedHashMap<>();

    /** @param mostShown how many cases of each group to keep for display */
    public FailureGroups(int mostShown) {
        this.mostShown = mostShown;
    }

    private record Key(Cause cause, String like) {}

    public static final class Group {

        private final int number;
        private final Cause cause;
        private final String message;
        private final List<Shown> shown = new ArrayList<>();
        private int size;
        private int repeats;

        private Group(int number, Cause cause, String message) {
            this.number = number;
            this.cause = cause;
            this.message = message;
        }

        /** Returns the number of the group: from 0, in order of appearance. */
        public int number() {
            return number;
        }

        public Cause cause() {
            return cause;
        }

        /** Returns the message, without what differs when the group has several cases. */
        public String message() {
            return size == 1 && !shown.isEmpty() ? shown.getFirst().reason() : message;
        }

        public int size() {
            return size;
        }

        public List<Shown> shown() {
            return List.copyOf(shown);
        }

        /** Returns how many results are not shown, not counting repeats of cases that are. */
        public int more() {
            return size - repeats - shown.size();
        }
    }

    /** What reports show of a case; a long reason is cut. */
    public record Shown(String id, @Nullable String name, Source source, int cell, int repeat, String status,
            String reason, Map<String, String> labels, Said said) {

        private static final int LONGEST = 400;

        static Shown of(StoredCase stored, String reason) {
            var result = stored.result();
            return new Shown(result.identity().id(), result.identity().title(), result.identity().source(),
                    stored.ref().cell(), stored.ref().repeat(), result.verdict().status().wire(),
                    Printable.beginning(reason, LONGEST),
                    result.identity().labels(), Said.of(result));
        }

        private boolean isRepeatOf(Shown other) {
            return id.equals(other.id) && source.file().equals(other.source.file()) && cell == other.cell;
        }
    }

    /** The beginnings of the last input and of the reply to it; null where there is none. */
    public record Said(@Nullable String input, @Nullable String reply) {

        private static final int LONGEST = 1_000;

        public static Said of(CaseResult result) {
            var sent = result.observed().sent();
            var input = result.dialogue() == null ? (sent == null ? null : sent.input())
                    : result.dialogue().turns().stream().filter(TurnResult::wasSent)
                            .map(turn -> turn.utterance().input()).reduce(null, (_, last) -> last);
            return new Said(cut(input), cut(result.observed().response()));
        }

        private static @Nullable String cut(@Nullable String text) {
            return text == null ? null : Printable.beginning(text, LONGEST);
        }
    }

    /** @return its group; null for a case without a problem */
    public @Nullable FailureGroup add(StoredCase stored) {
        if (!ProblemIds.isUnwell(stored.result().verdict().status())) {
            return null;
        }
        var reason = Reasons.first(stored).orElse("no reason was given");
        var group = group(stored.result().verdict().cause(), shapes.of(reason));
        group.add(ShownFailure.of(stored, reason), mostShown);
        return group;
    }

    private FailureGroup group(Cause cause, String like) {
        var key = new Key(cause, like);
        boolean fits = groups.size() < MOST_GROUPS || groups.containsKey(key);
        return groups.computeIfAbsent(fits ? key : new Key(cause, "other messages"),
                added -> new FailureGroup(groups.size(), cause, added.like()));
    }

    /** Returns the groups, largest first. */
    public List<FailureGroup> groups() {
        return groups.values().stream().sorted(Comparator.comparingInt((FailureGroup group) -> -group.size())
                .thenComparingInt(FailureGroup::number)).toList();
    }

    public List<FailureGroup> numbered() {
        return List.copyOf(groups.values());
    }
}
