package dev.muster.deploy.command;

import dev.muster.deploy.command.Exit.BadInput;
import dev.muster.deploy.fleet.WorkerParts;
import dev.muster.worker.attempt.Environment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster worker}: takes cases of a fleet until it is asked to end. */
@Command(name = "worker", mixinStandardHelpOptions = true, sortOptions = false, description = "Work in a fleet: take cases, hold conversations, report.")
public final class WorkerCommand implements Callable<Integer> {

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Option(names = "--slots", paramLabel = "N", defaultValue = "64", description = "Cases at once (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--id", paramLabel = "NAME", description = "Name for people (default: host and process id).")
    private @Nullable String id;

    @Mixin
    private Surroundings here = new Surroundings();

    @Override
    public Integer call() throws BadInput, InterruptedException {
        if (slots < 1) {
            throw new BadInput("--slots takes a whole number of 1 or more");
        }
        Supervised.obey(here.environment());
        var name = id == null ? hostAndPid() : id;
        try (var shutdown = Shutdown.listen();
                var channel = kafka.open();
                var worker = WorkerParts.start(channel, kafka.fleet(), name, slots,
                        new Environment(here.environment()))) {
            here.out().println("worker " + name + " of fleet " + kafka.fleet() + " started with " + slots + " slots");
            shutdown.await();
            worker.drain();
        }
        return Exit.OK;
    }

    private static String hostAndPid() {
        return host() + "-" + ProcessHandle.current().pid();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "worker";
        }
    }
}
