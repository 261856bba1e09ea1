package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.suite.input.GeneratorInput;
import dev.muster.coordinator.suite.project.UserConfig;
import org.jspecify.annotations.Nullable;

/**
 * The options of a run, as given by the user.
 *
 * @param inputs files, folders, globs, generators or direct messages
 * @param config {@code --config}; null searches for one
 * @param mine the user's own configuration
 */
public record RunOptions(List<String> inputs, Picking picking, Across across, @Nullable Path config, Running running,
        Conversing conversing, Extras extras, Within within, About about, UserConfig mine) {

    private static final int HASH = 32;

    public static RunOptions of(List<String> inputs) {
        return new RunOptions(inputs, Picking.ALL, Across.one(null, null), null, Running.USUAL, Conversing.NONE,
                Extras.NONE, Within.USUAL, About.NOTHING, UserConfig.NONE);
    }

    public RunOptions with(Running other) {
        return new RunOptions(inputs, picking, across, config, other, conversing, extras, within, about, mine);
    }

    public RunOptions with(@Nullable Path other) {
        return new RunOptions(inputs, picking, across, other, running, conversing, extras, within, about, mine);
    }

    public RunOptions with(Conversing other) {
        return new RunOptions(inputs, picking, across, config, running, other, extras, within, about, mine);
    }

    public RunOptions of(Picking some) {
        return new RunOptions(inputs, some, across, config, running, conversing, extras, within, about, mine);
    }

    public RunOptions of(UserConfig user) {
        return new RunOptions(inputs, picking, across, config, running, conversing, extras, within, about, user);
    }

    public RunOptions reading(Supplier<InputStream> piped) {
        return new RunOptions(inputs, picking, across, config, running, conversing,
                new Extras(extras.reporter(), extras.updatesSnapshots(), piped, extras.local(), extras.messages()),
                within,
                about, mine);
    }

    /** Returns everything that is read, as the user named it. */
    List<String> named() {
        return Stream.concat(inputs.stream(), extras.messages().texts().stream()).toList();
    }

    /** Returns the agents that a run names as helpers before any case is read; none of them is a default target. */
    Set<String> helpers(ProjectConfig project) {
        var named = new ArrayList<Reference>();
        inputs.stream().flatMap(input -> GeneratorInput.of(input).stream()).map(GeneratorInput::use)
                .forEach(named::add);
        if (!named.isEmpty()) {
            // other helpers are only known from the cases, which are yet to be generated
            Stream.of(project.defaults().simulator(), project.defaults().validator(),
                    project.defaults().judging().judge()).filter(Objects::nonNull)
                    .forEach(named::add);
        }
        Stream.of(extras.reporter(), conversing.simulator()).filter(Objects::nonNull).map(Reference::of)
                .forEach(named::add);
        return named.stream().filter(each -> each.kind() == Reference.Kind.AGENT).map(Reference::id)
                .collect(Collectors.toSet());
    }

    /**
     * Tells runs of the same inputs, in any order and wherever in the project they were typed: paths count from the
     * project's root. Where a project is its folder, one in another folder is another one.
     */
    String hash(ProjectConfig project, Path workingFolder) {
        boolean byFolder = extras.local() && About.project(project.name(), about.labels()) == null;
        return hash(named(), project.root(), byFolder, workingFolder);
    }

    /** @param byFolder whether the project is its folder */
    public static String hash(List<String> inputs, Path root, boolean byFolder, Path workingFolder) {
        var project = root.toAbsolutePath().normalize();
        return Sha256.of(Stream.concat(byFolder ? Stream.of(project.toString()) : Stream.empty(),
                inputs.stream().map(input -> name(input, project, workingFolder)).sorted().distinct())
                .collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8)).substring(0, HASH);
    }

    /** Returns the name of the project; null on a fleet where neither the configuration nor a label says one. */
    @Nullable
    String project(ProjectConfig project) {
        var name = About.project(project.name(), about.labels());
        return name == null && extras.local() ? ProjectName.of(project.root().toAbsolutePath().normalize().toString())
                : name;
    }

    private static String name(String input, Path project, Path workingFolder) {
        try {
            var path = workingFolder.toAbsolutePath().resolve(input).normalize();
            return input.indexOf('*') >= 0 || Files.exists(path)
                    ? project.relativize(path).toString().replace('\\', '/') : input;
        } catch (IllegalArgumentException e) {
            return input; // a message is no path, and a path may be on another drive
        }
    }

    /**
     * Which cases of the inputs are run.
     *
     * @param filters all of {@code -k}; a case has to match each
     * @param shard {@code --shard I/N}; null for all
     */
    public record Picking(List<String> filters, @Nullable String shard) {

        public static final Picking ALL = new Picking(List.of(), null);

        boolean isAll() {
            return filters.isEmpty() && shard == null;
        }

        /** Returns the flags that select, with inputs that name one case. */
        String written(List<String> inputs) {
            return Stream
                    .of(inputs.stream().filter(input -> input.indexOf('#') >= 0).map(input -> "-i " + quoted(input)),
                            filters.stream().map(filter -> "-k " + quoted(filter)),
                            Stream.ofNullable(shard).map(each -> "--shard " + each))
                    .flatMap(each -> each).collect(Collectors.joining(" "));
        }

        private static String quoted(String word) {
            return word.chars().allMatch(c -> c > ' ' && "'\"$`\\*!?&|;<>()".indexOf(c) < 0) ? word
                    : "'" + word.replace("'", "'\\''") + "'";
        }
    }

    /**
     * @param reporter {@code --reporter}; null when it was not given
     * @param updatesSnapshots {@code --update-snapshots}: record replies instead of comparing them
     * @param standardInput what {@code -i -} reads
     * @param local whether it runs on this machine, where a project is its folder
     */
    public record Extras(@Nullable String reporter, boolean updatesSnapshots, Supplier<InputStream> standardInput,
            boolean local, Messages messages) {

        public static final Extras NONE = new Extras(null, false, InputStream::nullInputStream, true);

        public Extras(@Nullable String reporter, boolean updatesSnapshots, Supplier<InputStream> standardInput,
                boolean local) {
            this(reporter, updatesSnapshots, standardInput, local, Messages.NONE);
        }
    }

    /**
     * What is sent as a message.
     *
     * @param texts all of {@code --say}
     * @param inCi whether a single word of {@code inputs} is none
     */
    public record Messages(List<String> texts, boolean inCi) {

        public static final Messages NONE = new Messages(List.of(), false);
    }

    /**
     * @param timeout {@code --timeout}; null takes the configuration's
     * @param parallel cases at once; 0 for as many as there are slots
     */
    public record Running(@Nullable Duration timeout, int parallel, boolean failFast, int retries) {

        public static final Running USUAL = new Running(null, 0, false, 0);

        public static Running parallel(int cases) {
            return new Running(null, cases, false, 0);
        }
    }

    /**
     * @param agents all values of {@code -n}
     * @param connectors all values of {@code -c}
     * @param repeat for cases that do not set it; at least 1
     * @param stopRepeats whether to stop repeating a case that can no longer pass all repeats
     */
    public record Across(List<String> agents, List<String> connectors, int repeat, boolean stopRepeats) {

        /** Returns one repeat in one cell. */
        public static Across one(@Nullable String agent, @Nullable String connector) {
            return new Across(agent == null ? List.of() : List.of(agent),
                    connector == null ? List.of() : List.of(connector), 1, false);
        }
    }

    /**
     * @param priority among the runs of the fleet; 0 is the default, higher runs sooner
     * @param retryFailed how often a failed case is retried
     */
    public record Within(RunLimits limits, int priority, int retryFailed) {

        public static final Within USUAL = new Within(RunLimits.NONE, 0, 0);
    }

    /**
     * Who answers agents that wait for input.
     *
     * @param simulator {@code --simulator}; null when it was not given
     * @param interactive {@code --interactive}, on a terminal
     * @param skipInteractive {@code --skip-interactive}, or no terminal
     * @param onMissingInput {@code --on-missing-input}; null leaves it to the cases
     * @param acceptsSkips whether {@code --skip-interactive} was given: cases without an answer may be skipped
     */
    public record Conversing(@Nullable String simulator, boolean interactive, boolean skipInteractive,
            @Nullable OnMissingInput onMissingInput, boolean acceptsSkips) {

        public static final Conversing NONE = new Conversing(null, false, false, null);

        public Conversing(@Nullable String simulator, boolean interactive, boolean skipInteractive,
                @Nullable OnMissingInput onMissingInput) {
            this(simulator, interactive, skipInteractive, onMissingInput, false);
        }

        /** Returns what happens to a case that does not say it, by the configuration or else by this. */
        @Nullable
        OnMissingInput usualMissingInput(@Nullable OnMissingInput configured) {
            return configured == null && acceptsSkips ? OnMissingInput.SKIP : configured;
        }

        /** Whether {@code -i -} is a human user's first message. */
        public boolean opensConversation() {
            return interactive && !skipInteractive;
        }
    }
}
