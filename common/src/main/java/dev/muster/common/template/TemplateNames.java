package dev.muster.common.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which names a text asks for, without anything being filled in. */
public final class TemplateNames {

    private TemplateNames() {}

    /** The variables of hooks, as {@code NAME} of each {@code ${NAME}}. */
    public static List<String> variables(String text) {
        return words(text).stream().filter(Template::isName).toList();
    }

    /** Whether something may be filled in: a variable, one of the environment, or what was captured. */
    public static boolean any(String text) {
        return words(text).stream().anyMatch(
                words -> Template.isName(words) || words.startsWith("ENV.") || words.startsWith("captured."));
    }

    /** What turns are to have captured, as {@code NAME} of each {@code ${captured.NAME}}. */
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
