package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.Protocol;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/** Reads how an agent without a fixed protocol is asked. */
final class CustomReader {

    private static final List<String> MODES = Stream.of(Mode.values()).map(Mode::wire).toList();

    private final Path root;
    private final MappingReader mappings;

    CustomReader(Path root, EndpointReader endpoints) {
        this.root = root;
        this.mappings = new MappingReader(endpoints);
    }

    /** Returns null for a fixed protocol, and for what is missing, which is reported with the address. */
    @Nullable
    CustomAgent read(Protocol protocol, Fields fields, @Nullable String url) {
        return switch (protocol) {
            case HTTP -> CustomAgent.of(mappings.read(fields, url));
            case COMMAND -> CustomAgent.of(command(fields));
            case SCRIPT -> function(fields);
            case AG_UI, OPENAI, YAO -> null;
        };
    }

    private CommandConfig command(Fields fields) {
        var words = fields.texts("command");
        if (fields.has("command") && (words.isEmpty() || words.getFirst().isBlank())) {
            fields.fault("command", "'command' is a program and its arguments, such as [python3, agent.py]");
        }
        var mode = fields.text("mode");
        if (mode != null && !MODES.contains(mode)) {
            fields.fault("mode", "'mode' is turn (a process for each turn) or session (one for a conversation)"
                    + Nearest.hint(mode, MODES));
        }
        return new CommandConfig(words, "session".equals(mode) ? Mode.SESSION : Mode.TURN, folder(fields),
                fields.texts("env"), fields.duration("timeout"));
    }

    private @Nullable String folder(Fields fields) {
        var cwd = fields.text("cwd");
        if (cwd != null && !isInside(cwd)) {
            fields.fault("cwd", "'" + cwd + "' must be a folder inside the project");
        }
        return cwd;
    }

    private boolean isInside(String cwd) {
        try {
            var folder = root.resolve(cwd).normalize();
            return folder.startsWith(root.normalize()) && Files.isDirectory(folder);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static @Nullable CustomAgent function(Fields fields) {
        var use = fields.text("use");
        if (use == null) {
            return null;
        }
        var reference = Reference.of(use);
        if (reference.kind() != Reference.Kind.SCRIPT) {
            fields.fault("use", "'use' names a function of the scripts, such as scripts:bot.reply");
        }
        return CustomAgent.of(reference.id());
    }
}
