package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.AgentCalls;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.EnvFile;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.JudgeCheck;
import dev.muster.cli.session.JudgedReplies;
import dev.muster.cli.session.LabeledReply;
import dev.muster.cli.session.LocalAgents;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.config.EnvReferences.UndefinedVariable;
import dev.muster.common.json.Json;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.project.Targets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster judge check}: compares a judge with people. */
@Command(name = "judge", mixinStandardHelpOptions = true, sortOptions = false, description = "Compare a judge with "
        + "people's labels: agreement, Cohen's kappa, confusion, the worst disagreements.")
public final class JudgeCommand implements Callable<Integer> {

    private static final List<String> FIGURES = List.of("agreement", "kappa", "kappa_low");

    @Parameters(index = "0", paramLabel = "check", description = "What to do.")
    private String action = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "File whose lines have input, output, label and "
            + "criteria.")
    private Path file = Path.of("");

    @Option(names = "--judge", paramLabel = "NAME", description = "An agent or a connector of muster.yaml (default: "
            + "defaults.judge).")
    private @Nullable String judge;

    @Option(names = "--threshold", paramLabel = "SCORE", description = "As in a rubric: the lowest score that passes.")
    private @Nullable Double threshold;

    @Option(names = "--samples", paramLabel = "N", defaultValue = "1", description = "As in a rubric: an odd number "
            + "(default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(names = "--gate", paramLabel = "FIGURE=LEAST", description = "Exit 1 if a figure is below this: kappa, "
            + "kappa_low (the lower end of its interval), agreement.")
    private Map<String, Double> gate = new LinkedHashMap<>();

    @Option(names = "--parallel", paramLabel = "N", defaultValue = "4", description = "Replies to judge in parallel "
            + "(default: ${DEFAULT-VALUE}).")
    private int parallel;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Option(names = "--config", paramLabel = "FILE", description = "Project configuration (default: muster.yaml in "
            + "this folder or a parent).")
    private @Nullable Path config;

    @Option(names = "--env-file", paramLabel = "FILE", description = "File of NAME=value lines to add to the "
            + "environment.")
    private @Nullable Path envFile;

    @Mixin
    private TrustOptions trust = new TrustOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput, InterruptedException {
        var project = here.project(config);
        var targets = new Targets(project, List.of(), List.of());
        var named = judge == null ? project.defaults().judging().judge() : targets.judge(judge);
        var trouble = named == null ? Optional.of("name the judge with --judge, or set defaults.judge")
                : targets.judgeTrouble(named);
        var faults = Stream.concat(faults(), trouble.stream()).toList();
        if (named == null || !faults.isEmpty()) {
            throw new BadInput(String.join("\n", faults));
        }
        var rubric = new HelperCheck.Rubric(new HelperUse(named, Options.NONE), List.of(), threshold, samples);
        var replies = LabeledReply.read(file);
        var environment = EnvFile.environment(here.environment(), envFile).with(trust.hosts());
        try (var scripts = here.scripts(); var calls = AgentCalls.open(parallel, trust.hosts(), null)) {
            var own = new LocalAgents(() -> project, environment, trust.commands(here), scripts);
            var check = new JudgedReplies(project, calls.protocols(), own).judge(replies, rubric, parallel);
            if (json) {
                here.data().println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(check.json()));
            } else {
                check.lines().forEach(here.out()::println);
            }
            return verdict(check);
        } catch (UndefinedVariable e) {
            throw new BadInput(e.getMessage() + "; set it, or name a file of NAME=value lines with --env-file");
        }
    }

    private Stream<String> faults() {
        return Stream.concat(Stream.of(action.equals("check") ? "" : "write muster judge check FILE, not " + action,
                samples % 2 == 1 && samples <= 99 ? "" : "--samples takes an odd number from 1 to 99, not " + samples,
                threshold == null || (threshold >= 0 && threshold <= 1) ? ""
                        : "--threshold takes a number from 0 to 1, not " + threshold,
                parallel >= 1 && parallel <= 256 ? ""
                        : "--parallel takes a whole number from 1 to 256, not " + parallel),
                gate.entrySet().stream().map(each -> FIGURES.contains(each.getKey()) && Math.abs(each.getValue()) <= 1
                        ? "" : "--gate takes agreement, kappa or kappa_low, at most 1, not " + each))
                .filter(Predicate.not(String::isEmpty));
    }

    private static String rounded(@Nullable Double figure) {
        return figure == null ? "unknown" : String.format(Locale.ROOT, "%.3f", figure);
    }

    /** What is unknown passes no gate. */
    private int verdict(JudgeCheck check) {
        var missed = gate.entrySet().stream()
                .filter(each -> !(check.figures().getOrDefault(each.getKey(), Double.NaN) >= each.getValue())).toList();
        missed.forEach(each -> here.err().println("muster: " + each.getKey() + " is "
                + rounded(check.figures().get(each.getKey()))
                + ", and the gate asks for " + each.getValue()));
        return !missed.isEmpty() ? Exit.FAILED : check.broken() > 0 ? Exit.BAD_INPUT : Exit.OK;
    }
}
