package dev.muster.cli.metrics;

import module java.base;

/** Thrown for a value of one of OpenTelemetry's variables that can't be used; the message names the variable. */
public final class UnusableTracing extends RuntimeException {

    private static final String PREFIX = "OTEL_";

    private UnusableTracing(String message) {
        super(message);
    }

    /**
     * @param trouble what OpenTelemetry says, which mostly names the property or repeats the value
     * @param usable whether an environment can be used
     */
    static UnusableTracing of(Map<String, String> environment, RuntimeException trouble,
            Predicate<Map<String, String>> usable) {
        var reasons = Stream.iterate((Throwable) trouble, Objects::nonNull, Throwable::getCause).limit(5)
                .map(Throwable::getMessage).filter(Objects::nonNull).toList();
        var why = String.join(": ", reasons);
        var set = environment.entrySet().stream()
                .filter(each -> each.getKey().startsWith(PREFIX) && !each.getValue().isBlank())
                .sorted(Map.Entry.comparingByKey()).toList();
        var names = Stream.<Predicate<Map.Entry<String, String>>>of(each -> why.contains(property(each.getKey())),
                each -> usable.test(without(each.getKey(), environment)), each -> why.contains(each.getValue()),
                _ -> true)
                .map(isCulprit -> set.stream().filter(isCulprit).map(Map.Entry::getKey).toList())
                .filter(culprits -> !culprits.isEmpty()).findFirst().orElse(List.of());
        // a value may be a key, such as a header's, so only its variable and what OpenTelemetry says are shown
        return new UnusableTracing("traces can't be sent as " + String.join(", ", names) + (names.size() > 1 ? " say: "
                : " says: ") + reason(reasons, names, trouble)
                + "; correct it, or unset OTEL_EXPORTER_OTLP_ENDPOINT to run without traces");
    }

    /** The outermost sentence that names the property; that of headers may repeat a key. */
    private static String reason(List<String> reasons, List<String> names, RuntimeException trouble) {
        return reasons.stream().filter(each -> names.stream().filter(name -> !name.contains("HEADERS"))
                .anyMatch(name -> each.contains(property(name)))).findFirst()
                .orElse(reasons.isEmpty() ? trouble.toString() : reasons.getLast());
    }

    private static Map<String, String> without(String name, Map<String, String> environment) {
        var rest = new HashMap<>(environment);
        rest.remove(name);
        return rest;
    }

    private static String property(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
