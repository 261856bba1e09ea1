package dev.muster.deploy.command;

import module java.base;

/** Takes literal keys out of what is written: a variable stands for each. */
final class LiteralKeys {

    private static final List<String> NAMES = List.of("auth", "key", "token", "secret", "password", "cookie",
            "signature");
    private static final String NAME = "AGENT_KEY";

    private final Map<String, String> environment;
    private final Map<String, String> variables = new LinkedHashMap<>();

    LiteralKeys(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the variables that stand for keys, with their values. */
    Map<String, String> variables() {
        return variables;
    }

    /** Returns a header's value as it is written. */
    String header(String name, String value) {
        int scheme = value.lastIndexOf(' ') + 1;
        return isKey(name, value) ? value.substring(0, scheme) + reference(value.substring(scheme)) : value;
    }

    /** Returns an address as it is written. */
    String address(String url) {
        int query = url.indexOf('?') + 1;
        return query == 0 ? url : url.substring(0, query) + Stream.of(url.substring(query).split("&", -1)).map(each -> {
            int equals = each.indexOf('=') + 1;
            return equals > 0 && isKey(each.substring(0, equals - 1), each.substring(equals))
                    ? each.substring(0, equals) + reference(each.substring(equals)) : each;
        }).collect(Collectors.joining("&"));
    }

    private static boolean isKey(String name, String value) {
        return !value.isEmpty() && !value.contains("${")
                && NAMES.stream().anyMatch(name.toLowerCase(Locale.ROOT)::contains);
    }

    private String reference(String key) {
        var name = IntStream.iterate(1, n -> n + 1).mapToObj(n -> n == 1 ? NAME : NAME + "_" + n)
                .filter(each -> key.equals(variables.getOrDefault(each, environment.getOrDefault(each, key))))
                .findFirst().orElseThrow();
        variables.put(name, key);
        return "${ENV." + name + "}";
    }
}
