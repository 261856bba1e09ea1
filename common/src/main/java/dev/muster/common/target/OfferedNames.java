package dev.muster.common.target;

import module java.base;

/**
 * The names of the variables that a process offers to suites. Muster's own variables are never among them.
 *
 * @param patterns names, and beginnings of names that end in {@code *}
 */
public record OfferedNames(List<String> patterns) {

    public static final OfferedNames NONE = new OfferedNames(List.of());
    public static final OfferedNames ALL = new OfferedNames(List.of("*"));

    private static final String OURS = "MUSTER_";

    /** @throws IllegalArgumentException with a sentence about a name that can't be offered */
    public static OfferedNames parse(String list) {
        var patterns = Stream.of(list.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty()).toList();
        for (var pattern : patterns) {
            if (pattern.startsWith(OURS) || pattern.indexOf('=') >= 0
                    || pattern.substring(0, pattern.length() - 1).indexOf('*') >= 0) {
                throw new IllegalArgumentException("'" + pattern + "' can't be offered to suites; write names of "
                        + "variables that are not Muster's own, or beginnings such as AGENT_*");
            }
        }
        return new OfferedNames(patterns);
    }

    boolean has(String name) {
        return !name.startsWith(OURS) && patterns.stream().anyMatch(pattern -> pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1)) : pattern.equals(name));
    }
}
