package dev.muster.cli.embedded;

import module java.base;
import dev.muster.common.process.Launch;

/** A broker in a process of its own, to be killed. */
record BrokerProcess(Process process, String address) {

    /** Prints the broker's address, and runs until it is killed. */
    public static void main(String[] args) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Path.of(args[0]), 0, null)) {
            System.out.println("address " + broker.address());
            System.in.read();
        }
    }

    static BrokerProcess start(Path data) throws IOException {
        Process process = new ProcessBuilder(Launch.of(BrokerProcess.class, data.toString()).command())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new BrokerProcess(process, address(process));
    }

    void kill() throws Exception {
        process.destroyForcibly().waitFor();
    }

    private static String address(Process process) {
        return process.inputReader(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("address "))
                .findFirst().orElseThrow().substring("address ".length());
    }
}
