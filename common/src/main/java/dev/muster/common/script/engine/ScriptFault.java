package dev.muster.common.script.engine;

import module java.base;
import org.graalvm.polyglot.PolyglotException;

/** An error of a script, and its place, {@code FOLDER/file:line:column}; empty when unknown. */
record ScriptFault(String error, String place) {

    private static final int MOST = 2000;

    static ScriptFault of(String error) {
        return new ScriptFault(error.length() <= MOST ? error : error.substring(0, MOST) + "…", "");
    }

    static ScriptFault of(String error, String place) {
        return new ScriptFault(of(error).error(), place);
    }

    /** Returns the fault of an exception; an unreadable file is the cause of any error that follows from it. */
    static ScriptFault of(PolyglotException e, TreeFiles files) {
        var invalid = files.invalid();
        if (invalid != null) {
            var place = files.shown(files.invalidPath());
            return new ScriptFault(of(String.valueOf(invalid.getMessage())).error(),
                    invalid.place.isEmpty() ? place : place + ":" + invalid.place);
        }
        return new ScriptFault(of(error(e)).error(), files.place(e));
    }

    private static String error(PolyglotException e) {
        return e.isInternalError() ? "it can't be run: " + e.getMessage() : String.valueOf(e.getMessage());
    }
}
