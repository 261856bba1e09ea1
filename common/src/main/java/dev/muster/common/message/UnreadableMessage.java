package dev.muster.common.message;

import dev.muster.common.json.JsonTrouble;

/** Thrown for bytes on a topic that are not a valid message: skipped, never fatal. */
public final class UnreadableMessage extends RuntimeException {

    /** Whoever wrote the bytes must not write our log: of the cause stays one line without control characters. */
    UnreadableMessage(RuntimeException cause) {
        super("not a message of this fleet: "
                + JsonTrouble.firstLine(cause).codePoints().filter(c -> !Character.isISOControl(c))
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append),
                cause);
    }

    UnreadableMessage(String reason) {
        super(reason);
    }
}
