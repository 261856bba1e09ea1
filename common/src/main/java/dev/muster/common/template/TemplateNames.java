package dev.muster.common.template;

import module java.base;

/** Finds the names that a text uses, without expanding it. */
public final class TemplateNames {

    private TemplateNames() {}

    /** Returns the hook variables: the {@code NAME} of each {@code ${NAME}}. */
    public static List<String> variables(String text) {
        return words(text).stream().filter(Template::isName).toList();
    }

    /** Returns the words in braces: what is between <code>${</code> and <code>}</code>. */
    public static List<String> all(String text) {
        return words(text);
    }

    /** Whether the text uses a variable, an environment variable, or a captured value. */
    public static boolean any(String text) {
        return words(text).stream().anyMatch(
                words -> Template.isName(words) || words.startsWith("ENV.") || words.startsWith("captured."));
    }

    /** Returns the captured values: the {@code NAME} of each {@code ${captured.NAME}}. */
    public static List<String> captured(String text) {
        return words(text).stream().filter(words -> words.startsWith(Variables.CAPTURED))
                .map(words -> words.substring(Variables.CAPTURED.length())).toList();
    }

    private static List<String> words(String text) {
        var found = new ArrayList<String>();
        var _ = Template.fill(text, words -> {
            found.add(words);
            return Optional.empty();
        });
        return found;
    }
}
