package dev.muster.common.json;

import module java.base;

/**
 * Unmodifiable copies in the order of the original. {@code Map.copyOf} and {@code Set.copyOf} shuffle, differently in
 * each process: an agent would get its metadata in another order by each worker.
 */
public final class Ordered {

    private Ordered() {}

    public static <K, V> Map<K, V> copy(Map<K, V> map) {
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    public static <T> Set<T> copy(Set<T> set) {
        return set.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(set));
    }
}
