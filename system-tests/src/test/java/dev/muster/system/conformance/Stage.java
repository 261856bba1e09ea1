package dev.muster.system.conformance;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;

/** The environment of trials: one home with one database, and one server of scripted agents. */
final class Stage implements AutoCloseable {

    private final Path folder;
    private final ScriptedAgents agents;

    Stage(Path folder) throws IOException {
        this.folder = folder;
        this.agents = ScriptedAgents.start();
    }

    /** Shared by all runs. */
    Path home() {
        return folder.resolve("home");
    }

    Outcome play(Trial trial) throws IOException {
        var project = ProjectCopy.make(Files.createTempDirectory(folder, "project"), trial);
        var results = project.root().resolve("results-of-the-trial.jsonl");
        var words = words(trial, project, results);
        var scene = new Scene(project.root(), trial.script(), Project.openings(project.root().resolve(input(words))));
        if (!scene.hasRefusal()) {
            return type(trial, project, words, results, scene, agents.play(scene));
        }
        try (var last = LastCall.listen(scene)) {
            return type(trial, project, words, results, scene, last.address());
        }
    }

    private Outcome type(Trial trial, Project project, List<String> words, Path results, Scene scene, String address)
            throws IOException {
        var out = new Terminal(trial.script());
        var errors = new ByteArrayOutputStream();
        var shell = new Shell(project.root(), environment(trial, address),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8),
                () -> trial.script().path("terminal").asBoolean(false) ? Optional.of(out.keyboard())
                        : Optional.empty(),
                InputStream.nullInputStream());
        int exit = Main.run(shell, words.toArray(String[]::new));
        return new Outcome(exit, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8),
                out.asked(), project.root(), Outcome.results(results), scene, scene.end());
    }

    private Map<String, String> environment(Trial trial, String address) {
        var environment = new HashMap<>(System.getenv());
        environment.put("MUSTER_HOME", home().toString());
        environment.put("SCRIPTED_AGENTS", address);
        trial.script().path("env").properties()
                .forEach(each -> environment.put(each.getKey(), each.getValue().stringValue()));
        return environment;
    }

    private static String input(List<String> words) {
        return words.get(words.indexOf("-i") + 1);
    }

    /** The command line, with a result file of the test's own; files that it writes lie in the project. */
    private static List<String> words(Trial trial, Project project, Path results) throws IOException {
        var words = new ArrayList<>(trial.words().isEmpty() ? List.of("run", "-i", project.suite()) : trial.words());
        for (int each = 1; each < words.size(); each++) {
            if (words.get(each - 1).equals("-o")) {
                words.set(each, project.root().resolve(words.get(each)).normalize().toString());
            }
        }
        for (var flag : trial.changed().path("flags")) {
            words.add(flag.stringValue());
        }
        if (!words.contains("--dry-run")) {
            words.addAll(List.of("-o", results.toString()));
        }
        return words;
    }

    @Override
    public void close() {
        agents.close();
    }
}
