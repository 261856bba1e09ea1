package dev.muster.deploy;

import dev.muster.deploy.command.BenchCommand;
import dev.muster.deploy.command.BrokerCommand;
import dev.muster.deploy.command.CompletionCommand;
import dev.muster.deploy.command.CoordinatorCommand;
import dev.muster.deploy.command.DemoCommand;
import dev.muster.deploy.command.DownCommand;
import dev.muster.deploy.command.Exit;
import dev.muster.deploy.command.InitCommand;
import dev.muster.deploy.command.ReportCommand;
import dev.muster.deploy.command.RunCommand;
import dev.muster.deploy.command.RunsCommand;
import dev.muster.deploy.command.UpCommand;
import dev.muster.deploy.command.WorkerCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code muster} command. */
@Command(name = "muster", description = "Regression tests of AI agents.", mixinStandardHelpOptions = true, versionProvider = Version.class, synopsisSubcommandLabel = "COMMAND", subcommands = {
    DemoCommand.class, InitCommand.class, RunCommand.class, RunsCommand.class, ReportCommand.class,
    UpCommand.class, DownCommand.class, BenchCommand.class, CoordinatorCommand.class, WorkerCommand.class,
    BrokerCommand.class,
    CompletionCommand.class})
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command line and returns its exit code. */
    public static int run(String... args) {
        return new CommandLine(new Main()).setExecutionExceptionHandler(new Exit(System.getenv()))
                .execute(args.length == 0 ? new String[]{"--help"} : args);
    }
}
