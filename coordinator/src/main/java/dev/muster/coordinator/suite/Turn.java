package dev.muster.coordinator.suite;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one turn of a {@code single_turn} case, which is a standard case in another spelling.
 *
 * @param name null when it has none
 * @param messages what is said
 * @param timeout null when it says none
 */
record Turn(@Nullable String name, List<Message> messages, List<Assertion> assertions, Options options,
        @Nullable Duration timeout) {}
