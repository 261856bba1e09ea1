package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.discovery.Discovery;
import dev.muster.cli.discovery.Draft;
import dev.muster.cli.discovery.FoundAgent;
import dev.muster.cli.discovery.NotFound;
import dev.muster.cli.files.BuildFile;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.json.Json;
import dev.muster.common.target.Secrets;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster init}: writes a commented configuration and a first suite with two cases. */
@Command(name = "init", mixinStandardHelpOptions = true, sortOptions = false, description = "Write a commented "
        + "muster.yaml and a first suite, or with --url ones that work for that agent; overwrites nothing.")
public final class InitCommand implements Callable<Integer> {

    private static final String CONFIG = "muster.yaml";
    private static final String SUITE = "tests/first.yaml";
    private static final List<String> FILES = List.of(CONFIG, SUITE);
    /** Smaller bodies that are tried, one message each; if none of them fits, the whole body is sent once more. */
    private static final int MOST_BODIES = 6;

    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "Folder to write to (default: the current one).")
    private Path folder = Path.of("");

    @Option(names = "--url", paramLabel = "URL", description = "An agent's address: detect its protocol (at most one "
            + "message reaches the agent), write a working project, and run its suite, which sends one to seven more.")
    private @Nullable String url;

    @Option(names = "--header", paramLabel = "NAME: VALUE", description = "Header to send with --url; $${ENV.NAME} "
            + "refers to an environment variable and is written unchanged. Repeatable.")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "DURATION", description = "With --url: how long an answer may take "
            + "(default: 30s).")
    private Duration timeout = Duration.ofSeconds(30);

    @Option(names = "--no-run", description = "With --url: write the project without running its suite.")
    private boolean noRun;

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput, InterruptedException {
        BadInput.throwIf(Stream.of("http:", "https:", "ws:", "wss:").anyMatch(folder.toString()::startsWith),
                "'" + folder.toString().replace(":/", "://")
                        + "' is an address, not a folder: did you mean --url?");
        BadInput.throwIf(url == null && (noRun || !headers.isEmpty()),
                "--header and --no-run need --url");
        if (url != null) {
            return fromAddress(here.workingFolder().resolve(folder), url);
        }
        write(here.workingFolder().resolve(folder), Map.of());
        here.out().println(BuildFile.text("/init/next-steps.txt"));
        return Exit.OK;
    }

    /** Finds out what speaks there, writes a project for it, and runs its suite. */
    private int fromAddress(Path folder, String address) throws IOException, BadInput, InterruptedException {
        refuseExisting(folder, FILES);
        var keys = new LiteralKeys(here.environment(), new LinkedHashMap<>());
        var written = keys.address(address);
        var sent = new LinkedHashMap<String, String>();
        var members = Json.MAPPER.createObjectNode();
        for (var header : headers) {
            int colon = header.indexOf(':');
            BadInput.throwIf(colon < 1, "--header must be NAME: VALUE");
            var name = header.substring(0, colon).strip();
            var value = header.substring(colon + 1).strip();
            members.put(name, keys.header(name, value));
            sent.put(name, resolved(value));
        }
        var real = resolved(address);
        UnaryOperator<String> shown = line -> new Secrets(List.copyOf(keys.variables().values())).mask(
                line.replace(query(real), query(written)));
        Consumer<String> progress = line -> say(Printable.line(shown.apply(line)));
        var found = found(real, sent, shown, progress);
        progress.accept("This is " + found.name() + ".");
        boolean isSilent = found.place().equals(FoundAgent.ITSELF);
        boolean hasTools = isSilent && !found.answer().isBlank();
        progress.accept(isSilent ? "It describes itself; no message was needed."
                + (hasTools ? " Its tools: " + OneLine.of(found.answer().replace("\n", ", ")) : "")
                : found.answer().isBlank() ? "It answered without text." : "It answered: \""
                        + OneLine.of(found.answer()) + "\" (read at " + found.place() + ")");
        if (!found.answer().isBlank() && found.place().startsWith("$")) {
            say("If this is not the agent's text, change response.text in muster.yaml"
                    + (found.agent().remarks().stream().anyMatch(remark -> remark.startsWith(Draft.OTHER))
                            ? "; other texts of the answer are listed above it" : "")
                    + ". muster probe shows the whole answer, with the path of each value.");
        }
        keys.variables().keySet().forEach(name -> say("A key was given literally, and ${ENV." + name
                + "} is written in its place: set " + name + " before the next run."));
        var project = new WrittenProject(folder, found, members, shown);
        var lines = Printable.text(shown.apply(found.answer())).strip().lines().map(OneLine::ofMessage).toList();
        var suite = BuildFile.text("/init/of-url/" + (hasTools ? "tools.yaml" : "first.yaml")).formatted(
                lines.isEmpty() ? "(no text)" : lines.stream().limit(12).collect(Collectors.joining("\n#   ")),
                hasTools ? Json.MAPPER.writeValueAsString(lines.getFirst()) : Discovery.MESSAGE);
        write(folder, Map.of(CONFIG, project.text(found.agent()), SUITE, suite));
        check(project.config(), found.agent());
        say("Wrote " + project.config() + " and " + folder.resolve(SUITE) + ".");
        return noRun ? Exit.OK : run(project, isSilent ? "one" : "one more", keys.variables());
    }

    /**
     * What is written for an agent that was found.
     *
     * @param headers as they are written
     * @param shown masks what may not be written
     */
    private record WrittenProject(Path folder, FoundAgent found, ObjectNode headers, UnaryOperator<String> shown) {

        Path config() {
            return folder.resolve(CONFIG);
        }

        String text(Draft draft) {
            var agent = headers.isEmpty() ? draft : draft.with("headers", headers);
            return BuildFile.text("/init/of-url/muster.yaml").formatted(OneLine.of(Printable.line(found.name())),
                    agent.id(), shown.apply(agent.yaml()));
        }

        void replace(Draft draft) throws IOException {
            Files.writeString(config(), text(draft));
        }
    }

    /** Makes sure that what runs is what was found, whatever text a server sent. */
    private void check(Path file, Draft found) throws BadInput {
        var protocols = here.project(file).targets().agents().values().stream()
                .map(agent -> agent.endpoint().protocol().wire()).toList();
        BadInput.throwIf(!protocols.equals(List.of(found.protocol())),
                file + " does not describe the agent that was found; check it before you run it");
    }

    private int run(WrittenProject project, String many, Map<String, String> keys) throws IOException {
        say("Running it sends " + (project.found().smaller().size() < 2 ? many + " message."
                : "one to seven more messages: the body may have more members than the agent needs, so it is tried"
                        + " with fewer, and the agent may refuse some."));
        int code = answered(project, keys);
        var suite = here.workingFolder().relativize(project.folder().resolve(SUITE));
        here.out().println();
        say("Next: edit " + suite + ", then run it again: muster run -i " + suite);
        return code;
    }

    /** Runs the suite with the smallest body that the agent answers as it did before. */
    private int answered(WrittenProject project, Map<String, String> keys) throws IOException {
        var run = new FirstRun(here, keys, project.config(), project.folder().resolve(SUITE));
        var bodies = new ArrayDeque<>(project.found().smaller());
        var sent = new HashSet<JsonNode>();
        while (!bodies.isEmpty() && sent.size() < MOST_BODIES) {
            var smaller = bodies.removeFirst();
            if (!sent.add(smaller.body())) {
                continue;
            }
            project.replace(smaller);
            var tried = run.tried();
            if (tried.isAnswered(project.found().answer(), Discovery.MESSAGE)) {
                here.out().print(tried.output());
                return tried.code();
            }
            run.forget(tried);
            if (!tried.isRefused()) {
                break;
            }
            Optional.ofNullable(project.found().corrected(smaller, tried.error())).ifPresent(bodies::addFirst);
        }
        if (!project.found().smaller().isEmpty()) {
            project.replace(project.found().agent());
            say("No single member of the body was answered like all of them, so muster.yaml keeps them; leave out what"
                    + " the agent does not need.");
        }
        return run.shown();
    }

    /** Prints a sentence, wrapped in a terminal. */
    private void say(String sentence) {
        int width = here.columns();
        (width == 0 ? List.of(sentence) : Columns.wrap(sentence, width)).forEach(here.out()::println);
    }

    private FoundAgent found(String address, Map<String, String> headers, UnaryOperator<String> shown,
            Consumer<String> progress)
            throws BadInput, InterruptedException {
        try {
            return new Discovery(headers, timeout, progress).at(address);
        } catch (NotFound e) {
            throw new BadInput(shown.apply(String.valueOf(e.getMessage())));
        }
    }

    /** Returns what stands behind the path; an address that has nothing there, as a whole. */
    private static String query(String address) {
        return address.indexOf('?') < 0 ? address : address.substring(address.indexOf('?'));
    }

    private String resolved(String value) throws BadInput {
        try {
            return EnvReferences.resolve(value, name -> Optional.ofNullable(here.environment().get(name)));
        } catch (EnvReferences.UndefinedVariable e) {
            throw new BadInput(e.getMessage());
        }
    }

    private static void refuseExisting(Path folder, List<String> names) throws BadInput {
        for (var name : names) {
            var file = folder.resolve(name);
            BadInput.throwIf(Files.exists(file, LinkOption.NOFOLLOW_LINKS),
                    file + " already exists, so nothing was written; move it or choose another folder");
        }
    }

    static void write(Path folder) throws IOException, BadInput {
        write(folder, Map.of());
    }

    /**
     * @param texts by file; empty for the commented examples
     * @throws BadInput when any of the files exists; then nothing is written
     */
    private static void write(Path folder, Map<String, String> texts) throws IOException, BadInput {
        var names = texts.isEmpty() ? FILES : List.copyOf(texts.keySet());
        refuseExisting(folder, names);
        BadInput.throwIf(Files.exists(folder) && !Files.isDirectory(folder),
                folder + " is a file; name a folder, which may be new");
        for (var name : names) {
            var file = folder.resolve(name);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, texts.isEmpty() ? BuildFile.text("/init/" + name) : texts.get(name),
                    StandardOpenOption.CREATE_NEW);
        }
        SchemaCommand.write(folder.resolve(".muster/schema"));
    }

    /**
     * Takes literal keys out of what is written: a variable stands for each.
     *
     * @param variables those that stand for keys so far, with their values
     */
    private record LiteralKeys(Map<String, String> environment, Map<String, String> variables) {

        private static final List<String> NAMES = List.of("auth", "key", "token", "secret", "password", "cookie",
                "signature");
        private static final String NAME = "AGENT_KEY";

        /** Returns a header's value as it is written. */
        String header(String name, String value) {
            int scheme = value.lastIndexOf(' ') + 1;
            return isKey(name, value) ? value.substring(0, scheme) + reference(value.substring(scheme)) : value;
        }

        /** Returns an address as it is written. */
        String address(String url) {
            int query = url.indexOf('?') + 1;
            return query == 0 ? url
                    : url.substring(0, query) + Stream.of(url.substring(query).split("&", -1)).map(each -> {
                        int equals = each.indexOf('=') + 1;
                        return equals > 0 && isKey(each.substring(0, equals - 1), each.substring(equals))
                                ? each.substring(0, equals) + reference(each.substring(equals)) : each;
                    }).collect(Collectors.joining("&"));
        }

        private static boolean isKey(String name, String value) {
            return !value.isEmpty() && !value.contains("${")
                    && NAMES.stream().anyMatch(name.toLowerCase(Locale.ROOT)::contains);
        }

        private String reference(String key) {
            var name = IntStream.iterate(1, n -> n + 1).mapToObj(n -> n == 1 ? NAME : NAME + "_" + n)
                    .filter(each -> key.equals(variables.getOrDefault(each, environment.getOrDefault(each, key))))
                    .findFirst().orElseThrow();
            variables.put(name, key);
            return "${ENV." + name + "}";
        }
    }
}
