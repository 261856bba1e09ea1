package dev.muster.cli.migration;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.cli.files.TemporaryFolder;
import dev.muster.cli.session.BadInput;
import dev.muster.common.json.Json;
import dev.muster.common.script.ProjectScripts;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.Scripts;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.YamlText;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a project of a promptfoo configuration. The conversion is a script, so a configuration can do nothing but ask
 * for files; it gets those below the configuration's folder and below the working folder.
 */
public final class PromptfooImport {

    private static final String RESOURCES = "/import/promptfoo/";
    private static final List<String> CONVERSION = List.of("convert.js", "values.js", "tests.js", "settings.js",
            "providers.js", "assertions.js");
    private static final List<String> WRITTEN = List.of("promptfoo.js", "checks.py", "exec.mjs", "provider.mjs",
            "provider.py");
    private static final int LARGEST = 16 << 20;
    private static final int LARGEST_PROJECT = 64 << 20;
    private static final int DEEPEST = 20;
    /** Files that name others that name others, and then what validation refuses. */
    private static final int MOST_ROUNDS = 20;
    private static final int MOST_IN_YAML = 500;

    private final Path folder;
    private final List<Path> roots;
    private final String config;
    private final Scripts scripts;
    private final ScriptHost host;
    private final ObjectNode given = Json.MAPPER.createObjectNode();
    /** What validation says of a part of the project. */
    private final ObjectNode refused = Json.MAPPER.createObjectNode();
    /** What validation says of the whole project, after all that it refuses was left out. */
    private List<String> faults = List.of();

    private PromptfooImport(Path file, Path workingFolder, Scripts scripts, ScriptHost host)
            throws IOException {
        this.folder = Objects.requireNonNull(file.toRealPath().getParent());
        this.roots = List.of(folder, workingFolder.toRealPath());
        this.config = file.getFileName().toString();
        this.scripts = scripts;
        this.host = host;
    }

    /**
     * @param files content by path in the project's folder
     * @param losses what was not carried over, each with its place
     * @param faults what {@code muster validate} refuses in the project
     * @param shares by type of assertion, how many there are and how many were carried over
     */
    public record Imported(Map<String, byte[]> files, int cases, List<String> losses, List<String> faults,
            Map<String, List<Integer>> shares) {}

    /** @throws BadInput when the configuration can't be read */
    public static Imported read(Path file, Path workingFolder, ScriptHost host)
            throws IOException, BadInput, InterruptedException {
        try (var program = TemporaryFolder.create("muster-import")) {
            for (var name : CONVERSION) {
                Files.writeString(program.path().resolve(name), BuildFile.text(RESOURCES + name));
            }
            var scripts = new ProjectScripts(new ScriptFolder(program.path()), host, LARGEST_PROJECT, null);
            return new PromptfooImport(file, workingFolder, scripts, host).imported();
        } catch (ScriptFailed e) {
            throw new BadInput("the configuration can't be converted: " + e.sentence());
        }
    }

    private Imported imported() throws IOException, BadInput, ScriptFailed, InterruptedException {
        give(config);
        var trouble = given.path(config).path("trouble").asString("");
        if (!trouble.isEmpty()) {
            throw new BadInput(trouble);
        }
        BadInput.throwIf(Stream.of("prompts", "providers", "targets").noneMatch(key -> has(given.path(config), key)),
                config + " is not a promptfoo configuration: it has neither 'prompts' nor 'providers'");
        var written = converted();
        for (int round = 0; round < MOST_ROUNDS && needsMore(written); round++) {
            written = converted();
        }
        return project(written);
    }

    /** Gives what the conversion wants; once it has all, what validation refuses. Returns false if there is neither. */
    private boolean needsMore(JsonNode written) throws IOException, BadInput {
        int before = given.size() + refused.size();
        written.path("missing").forEach(name -> give(name.asString()));
        if (written.path("missing").isEmpty()) {
            validate(written);
        }
        return given.size() + refused.size() > before;
    }

    private void validate(JsonNode written) throws IOException, BadInput {
        var checked = written.path("checked");
        var files = programs(written);
        checked.properties().forEach(file -> files.put(file.getKey(), utf8(file.getValue().path("text").asString())));
        try (var project = TemporaryFolder.create("muster-import")) {
            write(files, project.path());
            try (var suite = Suite.check(RunOptions.of(List.of("tests")), project.path(), host)) {
                faults = suite.faults().stream().map(Fault::message).distinct().toList();
                for (var fault : suite.faults()) {
                    var part = checked.path(fault.file()).path("parts").path(fault.line() - 1).asString("");
                    if (!refused.has(part)) {
                        refused.put(part, fault.message());
                    }
                }
            }
        }
    }

    /** Writes files into a new folder. */
    public static void write(Map<String, byte[]> files, Path folder) throws IOException {
        for (var file : files.entrySet()) {
            var target = folder.resolve(file.getKey());
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.write(target, file.getValue(), StandardOpenOption.CREATE_NEW);
            boolean isProgram = new String(file.getValue(), 0, Math.min(2, file.getValue().length),
                    StandardCharsets.UTF_8).equals("#!");
            if (isProgram && !target.toFile().setExecutable(true)) {
                throw new IOException(target + " can't be made executable");
            }
        }
    }

    private JsonNode converted() throws ScriptFailed, InterruptedException {
        var all = Json.MAPPER.createObjectNode().put("config", config);
        var resources = all.putObject("resources");
        WRITTEN.forEach(name -> resources.put(name, BuildFile.text(RESOURCES + "project/" + name)));
        all.set("given", given).set("refused", refused);
        return scripts.call("convert", ScriptDocuments.generator(all), Scripts.inTime());
    }

    private Imported project(JsonNode written) throws BadInput {
        var files = programs(written);
        var cases = Json.MAPPER.createArrayNode();
        for (var checked : written.path("checked").properties()) {
            var json = Json.MAPPER.readTree(checked.getValue().path("text").asString());
            if (json instanceof ArrayNode some) {
                cases.addAll(some);
            } else {
                files.put(checked.getKey(), yaml(json));
            }
        }
        if (cases.size() <= MOST_IN_YAML) {
            files.put("tests/promptfoo.yaml", yaml(cases));
        } else {
            files.put("tests/promptfoo.jsonl", utf8(cases.valueStream().map(JsonNode::toString)
                    .collect(Collectors.joining("\n", "", "\n"))));
        }
        var shares = new TreeMap<String, List<Integer>>();
        written.path("shares").properties().forEach(share -> shares.put(share.getKey(),
                share.getValue().valueStream().map(JsonNode::asInt).toList()));
        return new Imported(files, cases.size(), Stream.concat(written.path("losses").valueStream(),
                Stream.ofNullable(refused.get(""))).map(JsonNode::asString).toList(), faults, shares);
    }

    private Map<String, byte[]> programs(JsonNode written) throws BadInput {
        var files = new LinkedHashMap<String, byte[]>();
        written.path("texts").properties().forEach(text -> files.put(text.getKey(), utf8(text.getValue().asString())));
        for (var copy : written.path("copies").properties()) {
            try {
                files.put(copy.getKey(), bytes(copy.getValue().asString()));
            } catch (IOException e) {
                throw new BadInput(e.getMessage());
            }
        }
        return files;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] yaml(JsonNode value) {
        var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(120).setIndicatorIndent(2)
                .setIndentWithIndicator(true).build();
        return utf8(new Dump(settings).dumpToString(Json.MAPPER.convertValue(value, Object.class)));
    }

    /** Gives the conversion a file, the names that match, the JSON of a YAML text, or why there is none. */
    private void give(String name) {
        var found = given.putObject(name);
        try {
            if (name.startsWith("yaml:")) {
                found.set("json", documents(name.substring("yaml:".length()), "schema").getFirst().json());
            } else if (name.indexOf('*') >= 0 || Files.isDirectory(folder.resolve(name))) {
                names(name).forEach(found.putArray("names")::add);
            } else {
                read(name, found);
            }
        } catch (IOException | InvalidPathException | PatternSyntaxException e) {
            found.put("trouble", e instanceof NoSuchFileException
                    ? "'" + name + "' can't be read; it is looked for beside the configuration" : e.getMessage());
        }
    }

    private void read(String name, ObjectNode found) throws IOException {
        var text = new String(bytes(name), StandardCharsets.UTF_8);
        found.put("text", text);
        if (name.endsWith(".jsonl")) {
            var lines = text.lines().toList();
            var nodes = found.putArray("lines");
            for (int n = 0; n < lines.size(); n++) {
                if (!lines.get(n).isBlank()) {
                    nodes.add(tree(documents("\n".repeat(n) + lines.get(n), name).getFirst()));
                }
            }
        } else if (Stream.of(".yaml", ".yml", ".json").anyMatch(name::endsWith) || name.equals(config)) {
            // a template that is no YAML before it is filled in is used as text
            found.set("tree", name.equals(config) || text.indexOf("{%") < 0
                    ? tree(documents(text, name).getFirst()) : Json.MAPPER.nullNode());
        }
    }

    private static List<Node> documents(String text, String name) throws IOException {
        var found = new ArrayList<Fault>();
        var faults = new Faults(name, found::add);
        var nodes = YamlText.read(text, faults);
        if (!faults.flush() || nodes.isEmpty()) {
            throw new IOException(found.isEmpty() ? name + " is empty" : found.getFirst().toString());
        }
        return nodes;
    }

    private byte[] bytes(String name) throws IOException {
        var file = folder.resolve(name).toRealPath();
        if (roots.stream().noneMatch(file::startsWith)) {
            throw new IOException("'" + name + "' is outside of the configuration's folder and of this one; start the"
                    + " import from a folder that has both");
        }
        if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
            throw new IOException("'" + name + "' must be a file of at most 16 MiB");
        }
        return Files.readAllBytes(file);
    }

    private List<String> names(String name) throws IOException {
        var target = folder.resolve(name).normalize();
        // the folder's own name is no pattern; ** of promptfoo also stands for no folder
        var glob = name.indexOf('*') < 0 ? null : folder.getFileSystem().getPathMatcher("glob:"
                + folder.relativize(target).toString().replace("**/", "{**/,}"));
        try (var all = Files.walk(folder, DEEPEST)) {
            var names = all.filter(Files::isRegularFile).filter(file -> glob == null ? file.startsWith(target)
                    : glob.matches(folder.relativize(file))).sorted()
                    .map(file -> folder.relativize(file).toString()).toList();
            if (names.isEmpty()) {
                throw new IOException("'" + name + "' matches no file beside the configuration");
            }
            return names;
        }
    }

    private static boolean has(JsonNode config, String key) {
        return config.path("tree").path("members").valueStream().anyMatch(member -> member.path(0).asString("").equals(
                key));
    }

    /** Returns a value with the place of each part. */
    private static ObjectNode tree(Node node) {
        var tree = Json.MAPPER.createObjectNode();
        tree.putArray("at").add(node.at().line()).add(node.at().column());
        return switch (node) {
            case Node.Scalar scalar when scalar.string() != null -> tree.put("text", scalar.text());
            case Node.Scalar scalar -> tree.set("value", scalar.json());
            case Node.Items items -> {
                ArrayNode list = tree.putArray("items");
                items.nodes().forEach(item -> list.add(tree(item)));
                yield tree;
            }
            case Node.Obj object -> {
                ArrayNode members = tree.putArray("members");
                object.members().forEach((name, member) -> members.addArray().add(name).add(tree(member.value())));
                yield tree;
            }
        };
    }
}
