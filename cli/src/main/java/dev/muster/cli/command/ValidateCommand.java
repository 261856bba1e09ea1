package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.EnvFile;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.LocalAccess;
import dev.muster.coordinator.client.CasePicking;
import dev.muster.coordinator.client.ConversationOptions;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.input.DialectMarks;
import dev.muster.coordinator.suite.input.InputResolver;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.input.SuitePaths;
import dev.muster.coordinator.suite.project.ProjectReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster validate}: reports every fault of suites and their configuration, and runs nothing. */
@Command(name = "validate", mixinStandardHelpOptions = true, sortOptions = false, description = "Report every fault "
        + "of suites as file:line:column: message; exits 2 if there is one.")
public final class ValidateCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Suite files, folders, globs, - for a suite on "
            + "standard input, and muster.yaml.")
    private List<String> paths = new ArrayList<>();

    @Option(names = "--simulator", paramLabel = "REF", description = "Simulator for cases that name none, as in "
            + "muster run.")
    private @Nullable String simulator;

    @Option(names = "--config", paramLabel = "FILE", description = "Project configuration (default: muster.yaml in "
            + "this folder or a parent).")
    private @Nullable Path config;

    @Option(names = "--env-file", paramLabel = "FILE", description = "File of NAME=value lines; checks that it or the "
            + "environment has every variable that a run needs.")
    private @Nullable Path envFile;

    @Option(names = {"-k",
        "--filter"}, paramLabel = "EXPR", description = "Only cases that match, as in muster run, except by verdict.")
    private List<String> filters = new ArrayList<>();

    @Mixin
    private StrictOption strict = new StrictOption();

    @Mixin
    private CommandContext here = new CommandContext();

    private static final Set<String> KNOWN_VERDICTS = Set.of("is:failed", "is:changed");

    private final Set<String> warned = new HashSet<>();

    @Override
    public Integer call() throws IOException, BadInput {
        for (var path : paths) {
            refuseMissing(path);
        }
        BadInput.throwIf(
                filters.stream().map(filter -> filter.replaceFirst("^!", "")).anyMatch(KNOWN_VERDICTS::contains),
                "is:failed and is:changed need verdicts, which validate does not read; muster run --dry-run lists "
                        + "these "
                        + "cases");
        var faults = new LinkedHashSet<String>();
        var suites = new ArrayList<String>();
        for (var path : paths) {
            if (isConfiguration(path)) {
                var project = new ProjectReader(here.workingFolder()).read(Path.of(path));
                strict.faults(project.faults(), project.warnings(), this::warn)
                        .forEach(fault -> faults.add(fault.toString()));
            } else {
                suites.add(path);
            }
        }
        int cases = suites.isEmpty() ? 0 : read(suites, faults);
        faults.forEach(fault -> here.out().println(Printable.line(fault)));
        boolean noneIsSound = cases == 0 && !faults.isEmpty();
        here.out().println((suites.isEmpty() || noneIsSound ? "" : count(cases, "case") + " read, ")
                + count(faults.size(), "fault"));
        return faults.isEmpty() ? Exit.OK : Exit.BAD_INPUT;
    }

    /** Returns the number of sound cases, and reports the faults of the others. */
    private int read(List<String> suites, Set<String> faults) throws IOException, BadInput {
        var options = RunOptions.of(suites).of(new CasePicking(filters, null)).of(here.mine()).with(config)
                .with(new ConversationOptions(simulator, false, false, null))
                .reading(here::in);
        try (var scripts = here.scripts(); var suite = Suite.check(options, here.workingFolder(), scripts)) {
            strict.faults(suite, this::warn).forEach(fault -> faults.add(fault.toString()));
            if (envFile != null) {
                LocalAccess.unset(suite.needs(), EnvFile.environment(here.environment(), envFile).names(), here)
                        .ifPresent(faults::add);
            }
            suite.passedOver(false).ifPresent(line -> here.err().println("muster: " + Printable.line(line)));
            if (suite.cases() == 0 && faults.isEmpty() && !filters.isEmpty()) {
                throw new BadInput(suite.nothingSelected().orElse("no case was selected"));
            }
            return suite.cases();
        }
    }

    private boolean isConfiguration(String path) {
        var file = here.workingFolder().resolve(path);
        return ProjectReader.isCalledConfiguration(Path.of(path)) || (Files.isRegularFile(file)
                && DialectMarks.isConfiguration(new SuiteFile(file, path, path, true)));
    }

    /** A configuration's warnings are its suites' as well. */
    private void warn(String line) {
        if (warned.add(line)) {
            here.out().println(line);
        }
    }

    /** A path that does not exist would be taken for a message to an agent. */
    private void refuseMissing(String path) throws BadInput {
        BadInput.throwIf(!"-".equals(path) && path.indexOf('*') < 0 && path.indexOf(':') < 0
                && !Files.exists(here.workingFolder().resolve(path)),
                Printable.line(path + ": " + new InputResolver(
                        here.workingFolder(), new SuitePaths(here.workingFolder(), here.workingFolder()), false)
                        .absent(path)));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
