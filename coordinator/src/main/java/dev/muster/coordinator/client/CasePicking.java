package dev.muster.coordinator.client;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Which cases of the inputs are run.
 *
 * @param filters all of {@code -k}; a case has to match each
 * @param shard {@code --shard I/N}; null for all
 */
public record CasePicking(List<String> filters, @Nullable String shard) {

    private static final String FAILED = "is:failed";

    public static final CasePicking ALL = new CasePicking(List.of(), null);

    /** Returns the same with the cases that changed in place of those that failed. */
    CasePicking ofChanged() {
        return new CasePicking(filters.stream().map(each -> FAILED.equals(each) ? "is:changed" : each).toList(), shard);
    }

    boolean isAll() {
        return filters.isEmpty() && shard == null;
    }

    /** Returns the flags that select, with inputs that name one case. */
    String written(List<String> inputs) {
        return Stream
                .of(inputs.stream().filter(input -> input.indexOf('#') >= 0).map(input -> "-i " + quoted(input)),
                        filters.stream().map(filter -> "-k " + quoted(filter)),
                        Stream.ofNullable(shard).map(each -> "--shard " + each))
                .flatMap(each -> each).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.chars().allMatch(c -> c > ' ' && "'\"$`\\*!?&|;<>()".indexOf(c) < 0) ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
