package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.agent.program.ProgramAgent;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.process.Bubblewrap;
import org.jspecify.annotations.Nullable;

/**
 * What programs that are agents get.
 *
 * @param root the project's folder; null where a case has none
 * @param sandbox where they run; null for none
 */
public record Programs(@Nullable Path root, Map<String, String> environment, @Nullable Bubblewrap sandbox) {

    /** Variables that programs expect everywhere, and that hold no secrets. */
    private static final Set<String> USUAL = Set.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
            "TMPDIR",
            "SystemRoot");

    public ProgramAgent agent(CommandConfig command) {
        var folder = Objects.requireNonNull(root, "a case with a program has a folder");
        var passed = new HashMap<>(environment);
        passed.keySet().removeIf(name -> !USUAL.contains(name) && !command.env().contains(name));
        return new ProgramAgent(command, command.cwd() == null ? folder : folder.resolve(command.cwd()), passed,
                sandbox == null ? null : sandbox.showing(folder));
    }
}
