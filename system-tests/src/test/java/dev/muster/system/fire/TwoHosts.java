package dev.muster.system.fire;

import static dev.muster.system.fire.Programs.must;
import static dev.muster.system.fire.Programs.run;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/** A second host on this machine: a separate network, connected to the first by one cable that can be pulled. */
final class TwoHosts implements AutoCloseable {

    /** The first host's end of the cable. */
    static final String HERE = "10.231.71.1";
    private static final String THERE = "10.231.71.2";

    private final String name;
    private final String cable;

    private TwoHosts(long number) {
        this.name = "muster-fire-" + number;
        this.cable = "mf" + number;
    }

    /** Skips the test, with the reason, where this machine allows no networks. */
    static TwoHosts make() {
        var hosts = new TwoHosts(ProcessHandle.current().pid());
        assumeTrue(hosts.lay(), "two hosts need network namespaces (ip netns, root, and no container that forbids it)");
        return hosts;
    }

    /** Returns the command prefix that starts a program over there. */
    String[] over() {
        return new String[]{"ip", "netns", "exec", name};
    }

    void pull() throws IOException {
        must("ip", "link", "set", cable, "down");
    }

    void plug() throws IOException {
        must("ip", "link", "set", cable, "up");
    }

    @Override
    public void close() {
        run("ip", "link", "del", cable);
        run("ip", "netns", "del", name);
    }

    private boolean lay() {
        return run("ip", "netns", "add", name)
                && run("ip", "link", "add", cable, "type", "veth", "peer", "name", cable + "x")
                && run("ip", "link", "set", cable + "x", "netns", name)
                && run("ip", "addr", "add", HERE + "/30", "dev", cable) && run("ip", "link", "set", cable, "up")
                && run("ip", "netns", "exec", name, "ip", "addr", "add", THERE + "/30", "dev", cable + "x")
                && run("ip", "netns", "exec", name, "ip", "link", "set", cable + "x", "up")
                && run("ip", "netns", "exec", name, "ip", "link", "set", "lo", "up");
    }
}
