package dev.muster.common.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 102 and 103: addresses that suites name lead only where they may, whatever their names are looked up as. */
final class AllowedHostsTest {

    private static final String METADATA = "169.254.169.254";

    @ParameterizedTest
    @ValueSource(strings = {"http://169.254.169.254/latest", "http://2852039166/", "http://169.16689662/",
        "http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/", "http://[::a9fe:a9fe]/",
        "http://[64:ff9b::a9fe:a9fe]/", "http://[64:ff9b:1::a9fe:a9fe]/", "http://[2002:a9fe:a9fe::1]/",
        "http://[fd00:ec2::254]/",
        "http://[fd20:ce::254]/", "http://[fe80::1]/", "http://169.254.0.1:8080/", "http://100.100.100.200/",
        "http://168.63.129.16/", "http://192.0.0.192/", "http://user@169.254.169.254/"})
    void linkLocalAddressesAreRefusedHoweverTheyAreWritten(String url) throws Exception {
        assertThat(call(Dns.SYSTEM, AllowedHosts.USUAL, url)).isInstanceOfSatisfying(AgentFailure.Refused.class,
                refused -> assertThat(refused.text()).startsWith("agent refused: ")
                        .contains("is a link-local or metadata address", "--allow-hosts"));
    }

    /** Some systems take these for addresses, others for names that nobody has. */
    @ParameterizedTest
    @ValueSource(strings = {"http://0xa9fea9fe/", "http://0251.0376.0251.0376/"})
    void othersLeadNowhere(String url) throws Exception {
        assertThat(call(Dns.SYSTEM, AllowedHosts.USUAL, url)).isInstanceOfAny(AgentFailure.Refused.class,
                AgentFailure.Unreachable.class);
    }

    @Test
    void aNameThatLeadsThereIsRefusedWhateverItIsCalled() throws Exception {
        var dns = names(Map.of("rebound.example", METADATA));

        assertThat(call(dns, AllowedHosts.USUAL, "http://rebound.example/")).isEqualTo(new AgentFailure.Refused(0,
                "agent refused: rebound.example (169.254.169.254) is a link-local or metadata address, which suites may "
                        + "not call; allow it with --allow-hosts 169.254.169.254"));
        assertThat(call(dns, AllowedHosts.parse("*"), "http://rebound.example/")).as("a name is no address")
                .isInstanceOf(AgentFailure.Refused.class);
    }

    /** Each lookup of the name gives another address; the one that is connected to is checked. */
    @Test
    void aNameThatChangesIsCheckedEachTime() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        server.start();
        var lookups = new AtomicInteger();
        Dns changing = name -> List.of(address(name, lookups.getAndIncrement() % 2 == 0 ? "127.0.0.1" : METADATA));
        var url = "http://changing.example:" + server.getAddress().getPort() + "/";
        try {
            assertThat(call(changing, AllowedHosts.USUAL, url)).isInstanceOf(AgentFailure.Agent.class);
            assertThat(call(changing, AllowedHosts.USUAL, url)).isInstanceOf(AgentFailure.Refused.class);
            assertThat(call(changing, AllowedHosts.USUAL, url)).isInstanceOf(AgentFailure.Agent.class);
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"api.example.com | http://api.example.com:9/", "*.example.com | "
            + "http://a.b.example.com:9/",
        "* | http://other.example:9/", "127.0.0.1 | http://127.0.0.1:9/",
        "127.0.0.0/8 | http://api.example.com:9/", "::1/128 | http://[::1]:9/", "10.0.0.0/8,API.example.com | "
                + "http://api.example.com:9/"})
    void whatIsNamedMayBeCalled(String rules, String url) throws Exception {
        var dns = names(Map.of("api.example.com", "127.0.0.1", "a.b.example.com", "127.0.0.1", "other.example",
                "127.0.0.1"));

        assertThat(call(dns, AllowedHosts.parse(rules), url)).isInstanceOf(AgentFailure.Unreachable.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"api.example.com | http://other.example:9/ | other.example (127.0.0.1)",
        "*.example.com | http://example.com:9/ | example.com (127.0.0.1)",
        "api.example.com | http://127.0.0.1:9/ | 127.0.0.1", "10.0.0.0/8 | http://127.0.0.1:9/ | 127.0.0.1",
        "*.example.com | http://evilexample.com:9/ | evilexample.com (127.0.0.1)",
        "169.254.0.0/16 | http://127.0.0.1:9/ | 127.0.0.1"})
    void anythingElseIsRefusedWithTheHostAndTheFlag(String rules, String url, String shown) throws Exception {
        var dns = names(Map.of("other.example", "127.0.0.1", "example.com", "127.0.0.1", "evilexample.com",
                "127.0.0.1"));

        assertThat(call(dns, AllowedHosts.parse(rules), url)).isInstanceOfSatisfying(AgentFailure.Refused.class,
                refused -> assertThat(refused.text())
                        .startsWith("agent refused: " + shown + " is not among the allowed "
                                + "hosts (")
                        .contains("--allow-hosts"));
    }

    @Test
    void aNamedLinkLocalAddressIsAllowed() throws Exception {
        var allowed = AllowedHosts.parse("169.254.0.0/16");

        allowed.check(new InetSocketAddress(METADATA, 80));
        assertThatThrownBy(() -> allowed.check(new InetSocketAddress("fe80::1", 80)))
                .isInstanceOf(AllowedHosts.Forbidden.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a.example", "a.example:80", "a.example/path", "10.0.0.0/33", "10.0.0.0/x"})
    void whatIsNoHostIsRefused(String rule) {
        assertThatThrownBy(() -> AllowedHosts.parse(rule)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + rule + "' is not a host");
    }

    private static AgentOutcome call(Dns dns, AllowedHosts allowed, String url) throws InterruptedException {
        try (var calls = new HttpCalls(1, Clock.systemUTC(), dns, allowed)) {
            return calls.send(new OutgoingRequest("GET", url, Map.of(), new OutgoingBody.None(),
                    StreamBounds.DEFAULT), Deadline.in(Duration.ofSeconds(20), Ticker.system()), new NoAnswer());
        }
    }

    /** Reads nothing: the calls of this test get no answer with a body. */
    private static final class NoAnswer implements AnswerReader {

        @Override
        public Next event(String data, boolean whole) {
            return Next.STOP;
        }

        @Override
        public AgentOutcome end(End end) {
            return end.before("anything");
        }
    }

    private static Dns names(Map<String, String> addresses) {
        return name -> {
            var address = addresses.get(name);
            return address == null ? Dns.SYSTEM.lookup(name) : List.of(address(name, address));
        };
    }

    private static InetAddress address(String name, @Nullable String address) throws UnknownHostException {
        return InetAddress.getByAddress(name, InetAddress.ofLiteral(String.valueOf(address)).getAddress());
    }
}
