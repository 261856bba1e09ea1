package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.ProjectName;
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
public record RunOptions(List<String> inputs, CasePicking picking, RunMatrix across, @Nullable Path config,
        RunPace running,
        ConversationOptions conversing, RunExtras extras, RunBounds within, About about, UserConfig mine) {

    private static final int HASH = 32;

    public static RunOptions of(List<String> inputs) {
        return new RunOptions(inputs, CasePicking.ALL, RunMatrix.one(null, null), null, RunPace.USUAL,
                ConversationOptions.NONE,
                RunExtras.NONE, RunBounds.USUAL, About.NOTHING, UserConfig.NONE);
    }

    public RunOptions with(RunPace other) {
        return new RunOptions(inputs, picking, across, config, other, conversing, extras, within, about, mine);
    }

    public RunOptions with(@Nullable Path other) {
        return new RunOptions(inputs, picking, across, other, running, conversing, extras, within, about, mine);
    }

    public RunOptions with(ConversationOptions other) {
        return new RunOptions(inputs, picking, across, config, running, other, extras, within, about, mine);
    }

    public RunOptions of(CasePicking some) {
        return new RunOptions(inputs, some, across, config, running, conversing, extras, within, about, mine);
    }

    /**
     * Returns the options that read what {@code --failed} leaves out: cases without a verdict of their definition. What
     * would be generated is left out, since it is generated anew each time.
     */
    public RunOptions ofUnproven() {
        return new RunOptions(inputs.stream().filter(input -> GeneratorInput.of(input).isEmpty()).toList(),
                picking.ofChanged(), across, config, running, conversing, extras, within, about, mine);
    }

    public RunOptions of(UserConfig user) {
        return new RunOptions(inputs, picking, across, config, running, conversing, extras, within, about, user);
    }

    public RunOptions reading(Supplier<InputStream> piped) {
        return new RunOptions(inputs, picking, across, config, running, conversing,
                new RunExtras(extras.reporter(), extras.updatesSnapshots(), piped, extras.local(), extras.messages()),
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
}
