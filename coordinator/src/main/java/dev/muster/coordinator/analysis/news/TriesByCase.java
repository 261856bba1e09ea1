package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.News;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a whole run or a result file came to, in little memory: what passed is a hash, what did not is here by name. Not
 * thread-safe.
 */
public final class TriesByCase {

    private static final int LONGEST_REASON = 400;

    private record CaseTries(Tries tries, @Nullable String reason) {}

    /** A case in a cell. */
    private record Name(String key, String cell) {

        /** Returns a hash of 64 bits (FNV-1a): two of a million names rarely share one. */
        long hash() {
            return (cell + '\n' + key).chars().asLongStream().reduce(0xcbf29ce484222325L,
                    (hash, each) -> (hash ^ each) * 0x100000001b3L);
        }
    }

    private final Map<Name, CaseTries> byName = new LinkedHashMap<>();
    private long[] passed = new long[256];
    private int size;

    public void add(CaseResult result) {
        var cell = Stream.of(result.identity().agent(), result.identity().connector()).filter(Objects::nonNull)
                .collect(Collectors.joining(" / "));
        add(new Name(result.identity().key(), cell), Tries.of(result.verdict().status(), result.verdict().cause()),
                reason(result));
    }

    /**
     * Reads a result file: an object for each result, or one with all {@code results}.
     *
     * @throws IOException when it can't be read; the message is a sentence
     */
    public static TriesByCase read(Path file) throws IOException {
        var outcomes = new TriesByCase();
        new WrittenResults(file).read(outcomes::add);
        return outcomes;
    }

    /** Adds a result as it is in a file; a muted one with what it would have come to. */
    private void add(ObjectNode result) {
        var verdict = result.path("muted").isObject() ? result.path("muted") : result;
        add(new Name(result.path("key").asString(), WrittenResults.cell(result)),
                Tries.of(Status.of(verdict.path("status").asString()), Cause.of(verdict.path("cause").asString())),
                null);
    }

    private void add(Name name, Tries tries, @Nullable String reason) {
        if (tries.passed() > tries.flaky()) {
            passed = size < passed.length ? passed : Arrays.copyOf(passed, size * 2);
            passed[size++] = name.hash();
        } else {
            byName.merge(name, new CaseTries(tries, reason),
                    (before, now) -> new CaseTries(before.tries.plus(now.tries),
                            before.reason == null ? now.reason : before.reason));
        }
    }

    /** Returns what is new here since a baseline; nothing when they have no case in common. */
    public News since(TriesByCase baseline, String name) {
        sort();
        baseline.sort();
        if (!baseline.shares(this)) {
            return News.NONE;
        }
        var fold = new TriesFold<Name>();
        Stream.concat(byName.keySet().stream(),
                baseline.byName.keySet().stream().filter(each -> !byName.containsKey(each)))
                .forEach(each -> fold.add(each.key, each.cell, baseline.tries(each), tries(each), false, each));
        return fold.news(name, each -> byName.containsKey(each) ? byName.get(each).reason : null);
    }

    private void sort() {
        passed = Arrays.copyOf(passed, size);
        Arrays.sort(passed);
    }

    private boolean shares(TriesByCase other) {
        return LongStream.concat(Arrays.stream(other.passed), other.byName.keySet().stream().mapToLong(Name::hash))
                .anyMatch(hash -> Arrays.binarySearch(passed, hash) >= 0)
                || other.byName.keySet().stream().anyMatch(byName::containsKey)
                || byName.keySet().stream().anyMatch(each -> Arrays.binarySearch(other.passed, each.hash()) >= 0);
    }

    private Tries tries(Name name) {
        long hash = name.hash();
        int at = Arrays.binarySearch(passed, hash);
        int from = at;
        while (from > 0 && passed[from - 1] == hash) {
            from--;
        }
        while (at >= 0 && at < passed.length && passed[at] == hash) {
            at++;
        }
        int all = Math.max(0, at - Math.max(0, from));
        var others = byName.get(name);
        return new Tries(all, all, 0, 0).plus(others == null ? Tries.NONE : others.tries);
    }

    /** Returns the most important reason why a case does not pass; null when there is none. */
    static @Nullable String reason(CaseResult result) {
        return Stream.concat(Stream.of(result.verdict()).flatMap(verdict -> Stream.of(verdict.error(),
                verdict.skipReason())), result.failures().map(AssertionResult::why)).filter(Objects::nonNull)
                .findFirst()
                .map(text -> text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "…")
                .orElse(null);
    }
}
