package dev.muster.coordinator.suite.source;

import module java.base;

/** Words that a member may have, with their meanings, in order. */
public final class Words {

    private Words() {}

    /** Returns the constants of an enumeration by the words for them. */
    public static <T> Map<String, T> of(T[] constants, Function<T, String> word) {
        return Stream.of(constants).collect(Collectors.toMap(word, each -> each, (a, _) -> a, LinkedHashMap::new));
    }

    /** Returns words that mean themselves. */
    public static Map<String, String> of(String... words) {
        return of(words, UnaryOperator.identity());
    }
}
