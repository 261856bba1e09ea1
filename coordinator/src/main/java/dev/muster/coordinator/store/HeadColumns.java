package dev.muster.coordinator.store;

import dev.muster.common.block.Amendment;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@code results} that a result has from its head, without its measures.
 *
 * @param sentWritten whether the definition of the case has what was sent
 * @param tools as JSON; null when it called none
 * @param amended as JSON; null when nothing was
 */
record HeadColumns(String key, boolean sentWritten, boolean conversation, int assertions, @Nullable String finish,
        @Nullable String tools, @Nullable String error, @Nullable String amended) {

    static final String NAMES = "key, sent_written, conversation, assertions, finish, tools, error, amended, block_offset,"
            + " block_length";
    static final String PARAMETERS = "@key, @sentWritten, @conversation, @assertions, @finish, @tools, @error, @amended,"
            + " @offset, @length";
    static final String VALUES = "key, sent_written, conversation, assertions, finish, tools::json, error, amended::json,"
            + " block_offset, block_length";

    static HeadColumns of(ReportedResult result) {
        var head = result.head();
        return new HeadColumns(head.of().key(), head.written(), head.evaluated().conversation(),
                head.evaluated().assertions(), head.seen().finish(),
                head.seen().tools().isEmpty() ? null : Json.MAPPER.writeValueAsString(head.seen().tools()),
                result.verdict().error() == null ? head.why() : result.verdict().error(),
                result.amended().equals(Amendment.NONE) ? null : Json.MAPPER.writeValueAsString(result.amended()));
    }
}
