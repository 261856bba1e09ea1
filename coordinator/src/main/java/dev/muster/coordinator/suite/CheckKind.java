package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads one kind of check; null, with a fault, when it is faulty. */
@FunctionalInterface
interface CheckKind {

    @Nullable
    Check read(Fields fields);
}
