package dev.muster.worker.talk;

import java.util.Set;

/** Tools by which an agent asks its user. */
final class AskingTools {

    private static final Set<String> NAMES = Set.of("request_confirmation", "ask_user", "get_user_input");

    private AskingTools() {}

    /** A name with a server before it ({@code server__name}, {@code server.name}) asks, too. */
    static boolean has(String name) {
        return NAMES.contains(name) || NAMES.contains(lastPart(name));
    }

    private static String lastPart(String name) {
        int dot = name.lastIndexOf('.');
        int underscores = name.lastIndexOf("__");
        return underscores > dot ? name.substring(underscores + 2) : name.substring(dot + 1);
    }
}
