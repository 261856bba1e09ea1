package dev.muster.cli.command;

import module java.base;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.source.Fault;
import picocli.CommandLine.Option;

/** {@code --strict}: whether a suite's warnings are faults. */
final class StrictOption {

    @Option(names = "--strict", description = "Treat warnings as faults: messages and cases without assertions, "
            + "literal $NAME, entries that match nothing, files of a folder that are not suites.")
    private boolean strict;

    boolean isStrict() {
        return strict;
    }

    /** Returns the faults; what is only a warning is printed. */
    List<Fault> faults(Suite suite, Consumer<String> out) {
        var faults = faults(suite.faults(), suite.warnings(), out);
        return strict ? Stream.concat(faults.stream(), suite.passedOver().stream()).toList() : faults;
    }

    List<Fault> faults(List<Fault> faults, List<Fault> warnings, Consumer<String> out) {
        if (strict) {
            return Stream.concat(faults.stream(), warnings.stream()).toList();
        }
        warnings.forEach(warning -> out.accept("warning: " + Printable.line(warning.toString())));
        return faults;
    }
}
