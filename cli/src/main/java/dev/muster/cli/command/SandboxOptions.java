package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.Permissions.Programs;
import dev.muster.cli.session.BadInput;
import picocli.CommandLine.Option;

/** The options that put hooks and programs into a sandbox. */
final class SandboxOptions {

    @Option(names = "--sandbox-commands", description = "Run hooks and programs in bubblewrap: read-only except for "
            + "a folder of their own, without network access.")
    private boolean sandbox;

    @Option(names = "--sandbox-network", description = "With --sandbox-commands: allow network access.")
    private boolean network;

    Programs programs(boolean allowed) throws BadInput {
        BadInput.throwIf(network && !sandbox, "--sandbox-network needs --sandbox-commands");
        if (!allowed) {
            return Programs.NONE;
        }
        return network ? Programs.SANDBOX_WITH_NETWORK : sandbox ? Programs.SANDBOX : Programs.PLAIN;
    }
}
