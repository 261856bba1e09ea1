package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.Permissions;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.process.Commands;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what a project may do in this process. */
final class TrustOptions {

    @Option(names = "--no-commands", description = "Run no hooks and no programs of the project.")
    private boolean noCommands;

    @Mixin
    private SandboxOptions sandbox = new SandboxOptions();

    @Option(names = "--allow-hosts", paramLabel = "HOST,…", defaultValue = "${env:MUSTER_ALLOW_HOSTS}", description = "Allow calls only to these hosts: names, *.example.com, addresses, networks ($MUSTER_ALLOW_HOSTS; default: all but link-local addresses).")
    private @Nullable AllowedHosts hosts;

    AllowedHosts hosts() {
        return Objects.requireNonNullElse(hosts, AllowedHosts.USUAL);
    }

    /**
     * Returns null where no hooks and programs may run: the user's own configuration can forbid them, no project allow
     * them.
     */
    @Nullable
    Commands commands(CommandContext here) throws BadInput, InterruptedException {
        try {
            return Permissions.commands(sandbox.programs(!noCommands && here.mine().commands()), here.environment());
        } catch (IOException e) {
            throw new BadInput(e.getMessage());
        }
    }
}
