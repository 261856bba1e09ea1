package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.script.Scripts;
import dev.muster.common.template.Variables;

/** A case whose hooks have run. */
public interface PreparedCase {

    /** Returns the values of the names in its texts before the first turn. */
    Variables variables();

    /** Returns the functions that its assertions and its simulator may name. */
    Scripts scripts();

    /** Returns environment values that its texts may contain: they must not appear in results. */
    List<String> secrets();

    /**
     * Calls the case's {@code after}, if there is one.
     *
     * @return a warning for the result when that failed
     */
    Optional<String> after(CaseResult result) throws InterruptedException;
}
