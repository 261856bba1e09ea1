package dev.muster.deploy.command;

import module java.base;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code muster init}: writes a commented configuration and a first suite with two cases. */
@Command(name = "init", mixinStandardHelpOptions = true, description = "Write a commented muster.yaml and a first suite; overwrites nothing.")
public final class InitCommand implements Callable<Integer> {

    private static final List<String> FILES = List.of("muster.yaml", "tests/first.jsonl");

    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "Where (default: here).")
    private Path folder = Path.of("");

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        write(here.workingFolder().resolve(folder));
        here.out().println(text("next-steps.txt"));
        return Exit.OK;
    }

    /** @throws BadInput when any of the files exists; then nothing is written */
    static void write(Path folder) throws IOException, BadInput {
        for (var name : FILES) {
            var file = folder.resolve(name);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new BadInput(file + " is there already, so nothing was written; move it away or choose"
                        + " another folder");
            }
        }
        for (var name : FILES) {
            var file = folder.resolve(name);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text(name), StandardOpenOption.CREATE_NEW);
        }
    }

    private static String text(String name) throws IOException {
        try (InputStream file = InitCommand.class.getResourceAsStream("/init/" + name)) {
            if (file == null) {
                throw new IllegalStateException("init/" + name + " is not in this build");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
