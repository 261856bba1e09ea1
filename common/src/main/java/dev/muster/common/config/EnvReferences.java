package dev.muster.common.config;

import module java.base;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code ${ENV.NAME}} in configuration values: found by the scheduler, resolved where the value is used. */
public final class EnvReferences {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{ENV\\.([^}]*)}");

    private EnvReferences() {}

    public static Set<String> in(@Nullable String text) {
        var names = new TreeSet<String>();
        for (var found = REFERENCE.matcher(text == null ? "" : text); found.find();) {
            names.add(found.group(1));
        }
        return names;
    }

    /** Substitutes the values; an {@link UndefinedVariable} names the first name without a value. */
    public static String resolve(String text, Function<String, Optional<String>> values) {
        var found = REFERENCE.matcher(text);
        var resolved = new StringBuilder();
        while (found.find()) {
            var name = found.group(1);
            found.appendReplacement(resolved,
                    Matcher.quoteReplacement(values.apply(name).orElseThrow(() -> new UndefinedVariable(name))));
        }
        return found.appendTail(resolved).toString();
    }

    /** Returns a sentence about a name that the environment does not have. */
    public static String lack(String name) {
        return "the environment variable " + name + (name.startsWith("MUSTER_")
                ? " is Muster's own, and no suite may read it" : " is not set");
    }

    /** Thrown for a name that the environment does not have. */
    public static final class UndefinedVariable extends RuntimeException {

        UndefinedVariable(String name) {
            super(lack(name));
        }
    }
}
