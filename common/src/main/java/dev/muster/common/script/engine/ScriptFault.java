package dev.muster.common.script.engine;

import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SourceSection;
import org.jspecify.annotations.Nullable;

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
    static ScriptFault of(PolyglotException e, TreeFiles files, SourceTree tree, String folder) {
        var unsound = files.unsound();
        if (unsound != null) {
            var place = folder + "/" + files.unsoundPath();
            return new ScriptFault(of(String.valueOf(unsound.getMessage())).error(),
                    unsound.place().isEmpty() ? place : place + ":" + unsound.place());
        }
        return new ScriptFault(of(error(e)).error(), place(e, files, tree, folder));
    }

    private static String error(PolyglotException e) {
        return e.isInternalError() ? "it can't be run: " + e.getMessage() : String.valueOf(e.getMessage());
    }

    static String place(PolyglotException e, TreeFiles files, SourceTree tree, String folder) {
        var own = place(e.getSourceLocation(), files, tree, folder);
        if (own != null) {
            return own;
        }
        for (var frame : e.getPolyglotStackTrace()) {
            var place = frame.isGuestFrame() ? place(frame.getSourceLocation(), files, tree, folder) : null;
            if (place != null) {
                return place;
            }
        }
        return "";
    }

    static @Nullable String place(@Nullable SourceSection section, TreeFiles files, SourceTree tree,
            String folder) {
        var file = section == null ? null : files.name(section.getSource().getPath());
        var text = file == null ? null : tree.known(file);
        return section == null || text == null ? null
                : folder + "/" + file + text.place(section.getStartLine(), section.getStartColumn());
    }
}
