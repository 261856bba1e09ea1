package dev.muster.worker.setup;

import dev.muster.common.result.CaseResult;
import dev.muster.common.script.Scripts;
import dev.muster.common.template.Variables;
import java.util.List;
import java.util.Optional;

/** A case whose hooks have run. */
public interface PreparedCase {

    /** What the names in its texts stand for before the first turn. */
    Variables variables();

    /** The functions that its assertions and its simulator may name. */
    Scripts scripts();

    /** Values of the environment that its texts may hold: they must not be seen in results. */
    List<String> secrets();

    /**
     * Calls the case's {@code after}, if it has one.
     *
     * @return a warning for the result when that went wrong
     */
    Optional<String> after(CaseResult result) throws InterruptedException;
}
