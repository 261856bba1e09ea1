package dev.muster.common.json;

import module java.base;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;

/** Explains why JSON could not be read, without class names and settings that users can't change. */
public final class JsonTrouble {

    /** Starts of the library's remarks about its own settings. */
    private static final List<String> ASIDES = List.of(": enable `", "; enable `", " (enable `",
            " (not recognized as one since", ", from `");

    private JsonTrouble() {}

    /** Returns one line that continues after a colon. */
    public static String of(JacksonException trouble) {
        if (trouble instanceof DatabindException form) {
            return "it has another form than expected" + place(form);
        }
        var message = Objects.requireNonNullElse(trouble.getOriginalMessage(), "");
        var line = withoutAsides(message.lines().findFirst().orElse(""));
        return line.isBlank() || line.indexOf('`') >= 0 ? "it can't be read"
                : line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
    }

    /** Returns the same for anything that reading a stored record may throw. */
    public static String firstLine(RuntimeException trouble) {
        return trouble instanceof JacksonException json ? of(json) : "something in it is missing or not allowed";
    }

    private static String withoutAsides(String line) {
        int end = ASIDES.stream().mapToInt(line::indexOf).filter(at -> at >= 0).min().orElse(line.length());
        var rest = line.substring(0, end);
        return rest.lastIndexOf('(') > rest.lastIndexOf(')') ? rest + ")" : rest;
    }

    private static String place(DatabindException form) {
        var names = form.getPath().stream().map(JacksonException.Reference::getPropertyName).filter(Objects::nonNull)
                .collect(Collectors.joining("."));
        return names.isEmpty() ? "" : " at '" + names + "'";
    }
}
