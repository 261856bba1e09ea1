package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.coordinator.client.ConversationOptions;
import picocli.CommandLine.Option;

/** The options that name what to run. */
final class InputOptions {

    @Option(names = {"-i",
        "--input"}, paramLabel = "INPUT", description = "A suite file, a folder, a glob, agents:ID?name=value or "
                + "scripts:ID?name=value that generates cases, a message, or - for a suite on standard input (with "
                + "--interactive: a conversation that you open). A word that looks like a missing file is refused; "
                + "with CI set, any single word is. Repeatable.")
    private List<String> inputs = new ArrayList<>();

    @Option(names = "--say", paramLabel = "TEXT", description = "A message to the agent, even if it looks like a "
            + "file. It has no assertions, so --strict refuses it. Repeatable.")
    private List<String> messages = new ArrayList<>();

    List<String> inputs() {
        return inputs;
    }

    List<String> messages() {
        return messages;
    }

    List<String> all() {
        return Stream.concat(inputs.stream(), messages.stream()).toList();
    }

    /** The input of {@code -i -}: piped input, or the first message of a human user who opens a conversation. */
    Supplier<InputStream> standardInput(ConversationOptions conversing, CommandContext here)
            throws IOException, BadInput {
        if (!conversing.opensConversation() || !inputs.contains("-")) {
            return here::in;
        }
        var typed = here.firstMessage().orElseThrow(() -> new BadInput("nothing was typed, so nothing was run"));
        return () -> new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    }
}
