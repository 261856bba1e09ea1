package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsCase;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;
import org.jspecify.annotations.Nullable;

/**
 * Folds cases, with what they were and what they are, into news. Keeps the first few of each kind.
 *
 * @param <C> what is remembered of a case to tell its reason later
 */
final class TriesFold<C> {

    private record Kept<C>(String key, String cell, Tries before, Tries now, C place) {}

    private final Map<NewsKind, Long> counts = new EnumMap<>(NewsKind.class);
    private final Map<NewsKind, List<Kept<C>>> kept = new EnumMap<>(NewsKind.class);

    /** @param changed whether its definition differs */
    void add(String key, String cell, Tries before, Tries now, boolean changed, C place) {
        before.since(now, changed).ifPresent(kind -> {
            counts.merge(kind, 1L, Long::sum);
            var named = kept.computeIfAbsent(kind, _ -> new ArrayList<>());
            if (named.size() < News.NAMED) {
                named.add(new Kept<>(key, cell, before, now, place));
            }
        });
    }

    /** @param reason why a case does not pass; null for one that does */
    News news(String baseline, Function<C, @Nullable String> reason) {
        return new News(baseline, counts.entrySet().stream().map(each -> new NewsGroup(each.getKey(), each.getValue(),
                kept.getOrDefault(each.getKey(), List.of()).stream().map(one -> new NewsCase(one.key, one.cell,
                        one.before.outcome() == Tries.Outcome.UNKNOWN ? null : one.before.text(), one.now.text(),
                        each.getKey() == NewsKind.FIXED ? null : reason.apply(one.place))).toList()))
                .toList());
    }
}
