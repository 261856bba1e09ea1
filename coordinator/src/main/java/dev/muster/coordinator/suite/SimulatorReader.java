package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.Person;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.project.ConversingReader;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code simulator} and {@code max_turns}, with the run's defaults for what a case omits, and what follows the
 * written turns: {@code interactive}, {@code on_missing_input}, {@code awaiting}.
 */
final class SimulatorReader {

    private static final String MAX_TURNS = "max_turns";
    private static final int MOST_TURNS = 100_000;
    /** How long a human user may take to answer. */
    static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final ReferenceReader references;
    private final CaseDefaults defaults;
    private final Faults faults;

    SimulatorReader(SuiteScope scope) {
        this.references = new ReferenceReader(scope);
        this.defaults = scope.defaults();
        this.faults = scope.faults();
    }

    /** @param simulator null when neither the case nor the run has one */
    record Simulated(@Nullable HelperUse simulator, int maxTurns) {}

    Simulated simulator(Fields fields, Mode mode) {
        var ofCase = fields.whole(MAX_TURNS, 1, MOST_TURNS);
        if (mode == Mode.SINGLE_TURN || mode == Mode.SCRIPTED) {
            return new Simulated(null, turns(ofCase, null));
        }
        return switch (fields.any("simulator")) {
            case null -> new Simulated(use(defaults.simulator(), Options.NONE), turns(ofCase, null));
            case Node.Scalar scalar when scalar.string() != null ->
                new Simulated(use(references.helper(scalar), Options.NONE), turns(ofCase, null));
            case Node node -> simulator(node, ofCase);
        };
    }

    /** Reads what follows; only a {@code multi_turn} case continues. */
    Then then(Fields fields, Mode mode, Simulated simulated) {
        var person = person(fields);
        var written = ConversingReader.onMissingInput(fields);
        var answer = defaults.onMissingInput() == null && written != null ? written : defaults.onMissing();
        boolean unforeseen = written == null && !defaults.foreseesMissingInput() && simulated.simulator() == null;
        var awaiting = ConversingReader.awaiting(fields);
        return mode != Mode.MULTI_TURN ? new Then.End()
                : new Then.Ask(simulated.simulator(), person, answer, simulated.maxTurns(), awaiting, unforeseen);
    }

    private @Nullable Person person(Fields fields) {
        var person = fields.object("interactive");
        boolean enabled = person != null && person.flag("enabled", false);
        var timeout = person == null ? null : person.duration("timeout");
        if (person != null) {
            person.done();
        }
        return (enabled || defaults.interactive()) && !defaults.skipInteractive()
                ? new Person(Objects.requireNonNullElse(timeout, TIMEOUT)) : null;
    }

    private Simulated simulator(Node node, @Nullable Integer ofCase) {
        var fields = Fields.of(node, "'simulator'", faults);
        if (fields == null) {
            return new Simulated(null, turns(ofCase, null));
        }
        var ofSimulator = turnsIn(fields);
        var options = withoutTurns(OptionsReader.ofHelper(fields));
        var simulator = !fields.has("use") && defaults.simulator() != null ? defaults.simulator()
                : references.helper(fields, "use", "'simulator'", options.connector());
        fields.done();
        return new Simulated(use(simulator, options), turns(ofCase, ofSimulator));
    }

    private static @Nullable HelperUse use(@Nullable Reference simulator, Options options) {
        return simulator == null ? null : new HelperUse(simulator, options);
    }

    private int turns(@Nullable Integer ofCase, @Nullable Integer ofSimulator) {
        if (ofCase != null) {
            return ofCase;
        }
        return ofSimulator == null ? defaults.mostTurns() : ofSimulator;
    }

    /** Reads {@code max_turns} from the simulator's metadata, or from that of its options, as the seeds do. */
    private static @Nullable Integer turnsIn(Fields simulator) {
        var options = simulator.object("options");
        var inOptions = options == null ? null : turnsInMetadata(options);
        var direct = turnsInMetadata(simulator);
        return inOptions == null ? direct : inOptions;
    }

    private static @Nullable Integer turnsInMetadata(Fields of) {
        var metadata = of.any("metadata") instanceof Node.Obj ? of.object("metadata") : null;
        return metadata == null ? null : metadata.whole(MAX_TURNS, 1, MOST_TURNS);
    }

    /** Removes the number of turns: simulators receive the effective one anyway, and metadata would override it. */
    private static Options withoutTurns(Options options) {
        if (!options.metadata().containsKey(MAX_TURNS)) {
            return options;
        }
        var metadata = new HashMap<>(options.metadata());
        metadata.remove(MAX_TURNS);
        return new Options(options.connector(), options.skip(), options.search(), options.mode(), metadata);
    }
}
