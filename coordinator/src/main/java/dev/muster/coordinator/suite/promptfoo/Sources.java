package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads the files that a configuration names: those below its own folder or below the working folder, links resolved. */
final class Sources {

    private static final long LARGEST = 16 << 20;
    private static final int DEEPEST = 20;

    private final Path folder;
    private final List<Path> roots;

    /** @param folder of the configuration */
    Sources(Path folder, Path workingFolder) throws IOException {
        this.folder = folder.toRealPath();
        this.roots = List.of(this.folder, workingFolder.toRealPath());
    }

    /** Returns what follows {@code file://}, or the name of a file with one of some endings; null for any other text. */
    static @Nullable String fileName(@Nullable String text, String... endings) {
        return text == null || text.lines().count() > 1 ? null
                : text.startsWith("file://") ? text.substring("file://".length())
                        : Stream.of(endings).anyMatch(text::endsWith) ? text : null;
    }

    byte[] bytes(String name) throws CannotCarry {
        try {
            var file = folder.resolve(name).toRealPath();
            if (roots.stream().noneMatch(file::startsWith)) {
                throw new CannotCarry("'" + name + "' is outside of the configuration's folder and of this one;"
                        + " start the import from a folder that has both");
            }
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                throw new CannotCarry("'" + name + "' must be a file of at most 16 MiB");
            }
            return Files.readAllBytes(file);
        } catch (IOException | InvalidPathException e) {
            throw new CannotCarry("'" + name + "' can't be read; it is looked for beside the configuration");
        }
    }

    String text(String name) throws CannotCarry {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** Whether there is a file that may be read. */
    boolean has(String name) {
        try {
            bytes(name);
            return true;
        } catch (CannotCarry e) {
            return false;
        }
    }

    /** Returns the files that a name stands for: itself, those below a folder, or those that match {@code *}. */
    List<String> all(String name) throws CannotCarry {
        try {
            if (name.indexOf('*') < 0 && !Files.isDirectory(folder.resolve(name))) {
                return List.of(name);
            }
            var pattern = folder.resolve(name).normalize() + (name.indexOf('*') < 0 ? "/**" : "");
            var matcher = folder.getFileSystem().getPathMatcher("glob:" + pattern);
            try (var files = Files.walk(folder, DEEPEST)) {
                return files.filter(Files::isRegularFile).filter(matcher::matches).sorted()
                        .map(file -> folder.relativize(file).toString()).toList();
            }
        } catch (IOException | InvalidPathException | PatternSyntaxException e) {
            throw new CannotCarry("'" + name + "' can't be read");
        }
    }

    /** Reads a YAML or JSON file of one document. */
    Located document(String name) throws CannotCarry {
        var found = new ArrayList<Fault>();
        var faults = new Faults(name, found::add);
        var nodes = YamlText.read(text(name), faults);
        if (!faults.flush() || nodes.isEmpty()) {
            throw new CannotCarry(found.isEmpty() ? "'" + name + "' is empty" : found.getFirst().toString());
        }
        return new Located(nodes.getFirst(), name);
    }

    /** Reads each line of a file as JSON. */
    List<Located> lines(String name) throws CannotCarry {
        var nodes = new ArrayList<Located>();
        int number = 0;
        for (var line : text(name).lines().toList()) {
            number++;
            if (!line.isBlank()) {
                nodes.add(new Located(node(line, new Position(number, 1)), name));
            }
        }
        return nodes;
    }

    private static Node node(String line, Position at) throws CannotCarry {
        var nodes = YamlText.read(line, new Faults("", _ -> {}));
        if (nodes.size() != 1) {
            throw new CannotCarry("line " + at.line() + " is not JSON");
        }
        return moved(nodes.getFirst(), at);
    }

    /** Reads a schema, or any other value that may stand in a file. */
    Located value(Located written) throws CannotCarry {
        var file = fileName(written.text());
        return file == null ? written : document(file);
    }

    /** Replaces each {@code $ref} that points into the configuration by what it points to. */
    static Node dereferenced(Node node, Node root, int depth) {
        if (node instanceof Node.Obj object) {
            var target = object.members().get("$ref") instanceof Node.Member member ? target(member, root) : null;
            if (target != null && depth < DEEPEST) {
                return dereferenced(target, root, depth + 1);
            }
            var members = new LinkedHashMap<String, Node.Member>();
            object.members().forEach((name, member) -> members.put(name,
                    new Node.Member(member.at(), dereferenced(member.value(), root, depth))));
            return new Node.Obj(members, object.at());
        }
        return node instanceof Node.Items items
                ? new Node.Items(items.nodes().stream().map(item -> dereferenced(item, root, depth)).toList(),
                        items.at())
                : node;
    }

    private static @Nullable Node target(Node.Member reference, Node root) {
        var path = reference.value().string();
        Node found = path != null && path.startsWith("#/") ? root : null;
        for (var step : path == null || found == null ? List.<String>of() : VarTemplate.parts(path.substring(2), '/')) {
            var member = found instanceof Node.Obj object ? object.members().get(step) : null;
            found = member == null ? null : member.value();
        }
        return found;
    }

    /** Returns a value at one place, for values that are made of text. */
    static Node moved(Node node, Position at) {
        return switch (node) {
            case Node.Scalar scalar -> new Node.Scalar(scalar.type(), scalar.text(), at);
            case Node.Items items -> new Node.Items(items.nodes().stream().map(item -> moved(item, at)).toList(), at);
            case Node.Obj object -> {
                var members = new LinkedHashMap<String, Node.Member>();
                object.members().forEach((name, member) -> members.put(name,
                        new Node.Member(at, moved(member.value(), at))));
                yield new Node.Obj(members, at);
            }
        };
    }

    /** Returns a text as JSON when it is a list or an object; null otherwise. */
    static tools.jackson.databind.@Nullable JsonNode container(String text) {
        try {
            var json = text.isBlank() ? null : Json.MAPPER.readTree(text);
            return json == null || !json.isContainer() ? null : json;
        } catch (JacksonException e) {
            return null;
        }
    }
}
