package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;

/** The version of AG-UI that Muster speaks. A newer one is read as far as it is understood. */
final class ProtocolVersion {

    static final String OURS = "1.1";

    private ProtocolVersion() {}

    /** Warns about a version that is newer or unreadable; agents older than the version field declare none. */
    static void judge(@Nullable String declared, Warnings warnings) {
        if (declared == null) {
            return;
        }
        int[] theirs = numbers(declared);
        if (theirs.length == 0) {
            warnings.add("the agent declares AG-UI '" + OneLine.ofMessage(declared)
                    + "', which is no version; it was read as AG-UI " + OURS);
        } else if (Arrays.compare(Arrays.copyOf(theirs, 2), numbers(OURS)) > 0) {
            warnings.add("the agent speaks AG-UI " + declared + ", which is newer than " + OURS
                    + "; what that version added was dropped");
        }
    }

    private static int[] numbers(String version) {
        try {
            return Arrays.stream(version.split("\\.", -1)).mapToInt(Integer::parseUnsignedInt).toArray();
        } catch (NumberFormatException e) {
            return new int[0];
        }
    }
}
