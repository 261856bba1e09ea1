package dev.muster.coordinator.report.console;

import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.StartedRun;

/** Text about the cells and repeats of a run. */
final class MatrixText {

    private MatrixText() {}

    /** Returns {@code 12 test cases}, with the number of results when each runs several times. */
    static String size(StartedRun run) {
        var matrix = run.matrix();
        if (!matrix.isWide() && matrix.repeat() == 1) {
            return run.results() + (run.results() == 1 ? " test case" : " test cases");
        }
        return run.results() + " results" + (matrix.isWide() ? " in " + matrix.cells().size() + " cells" : "")
                + (matrix.repeat() == 1 ? "" : ", " + matrix.repeat() + " repeats");
    }

    static String names(Matrix matrix) {
        return String.join(", ", matrix.cellNames());
    }

    /** Returns the cell and repeat of a case, to follow its name; empty when it runs once. */
    static String where(CaseRef ref, Matrix matrix) {
        var cell = matrix.isWide() ? " · " + Printable.line(matrix.cells().get(ref.cell()).name()) : "";
        return cell + (matrix.repeat() > 1 || ref.repeat() > 0 ? " · repeat " + (ref.repeat() + 1) : "");
    }
}
