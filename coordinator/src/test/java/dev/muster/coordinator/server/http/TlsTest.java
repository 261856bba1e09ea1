package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.access.HostRule;
import dev.muster.common.access.Tls;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusPages;
import dev.muster.common.status.StatusServer;
import dev.muster.common.time.Ticker;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests both servers over TLS, with certificates of an authority of their own, and of another one. */
final class TlsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path folder;

    /** The servers that have a endpoint. */
    enum Kind {
        COORDINATOR {
            @Override
            AutoCloseable start(Tls tls, AtomicReference<String> url) {
                var server = StandbyServer.start(new Pages(),
                        new HttpEndpoint(address(tls), new TokenHolders("t0ken", null, Map::of, InstantSource.system(),
                                Ticker.system())));
                url.set(server.url());
                return server;
            }
        },
        WORKER {
            @Override
            AutoCloseable start(Tls tls, AtomicReference<String> url) throws IOException {
                var server = StatusServer.start(address(tls), new Pages());
                url.set(server.url());
                return server;
            }
        };

        abstract AutoCloseable start(Tls tls, AtomicReference<String> url) throws IOException;

        private static ListenAddress address(Tls tls) {
            return new ListenAddress("127.0.0.1", 0, "t0ken", HostRule.of("127.0.0.1", List.of()), tls);
        }
    }

    @BeforeAll
    static void makeCertificates() throws Exception {
        for (var authority : List.of("ours", "others")) {
            keytool(authority, "-genkeypair", "-alias", "ca", "-dname", "CN=" + authority, "-ext", "bc:c", "-keyalg",
                    "EC");
            for (var name : List.of("server", "client")) {
                keytool(authority, "-genkeypair", "-alias", name, "-signer", "ca", "-dname", "CN=" + name, "-ext",
                        "san=ip:127.0.0.1,dns:localhost", "-keyalg", "EC");
            }
            var store = KeyStore.getInstance(folder.resolve(authority + ".p12").toFile(), PASSWORD.toCharArray());
            for (var alias : List.of("ca", "server", "client")) {
                write(authority + "-" + alias + ".pem", "CERTIFICATE", store.getCertificate(alias).getEncoded());
                write(authority + "-" + alias + ".key", "PRIVATE KEY",
                        store.getKey(alias, PASSWORD.toCharArray()).getEncoded());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientsThatKnowTheAuthorityAreServed(Kind kind) throws Exception {
        var url = new AtomicReference<String>();
        try (var _ = kind.start(server(null), url)) {
            assertThat(url.get()).startsWith("https://127.0.0.1:");
            assertThat(metrics(url.get(), credentials("ours-ca.pem", null))).isEqualTo(200);
            assertThatThrownBy(() -> metrics(url.get(), credentials("others-ca.pem", null)))
                    .hasMessageContaining("MUSTER_TLS_CA");
            assertThatThrownBy(() -> metrics(url.get(), Credentials.NONE)).hasMessageContaining("MUSTER_TLS_CA");
            assertThatThrownBy(() -> metrics(url.get().replace("https", "http"), new Credentials("t0ken", null)))
                    .hasMessageContaining("write https://");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereClientsNeedACertificateOthersAreRefused(Kind kind) throws Exception {
        var url = new AtomicReference<String>();
        try (var _ = kind.start(server("ours-ca.pem"), url)) {
            assertThat(metrics(url.get(), credentials("ours-ca.pem", "ours-client"))).isEqualTo(200);
            assertThatThrownBy(() -> metrics(url.get(), credentials("ours-ca.pem", null)))
                    .hasMessageContaining("MUSTER_TLS_CERT");
            assertThatThrownBy(() -> metrics(url.get(), credentials("ours-ca.pem", "others-client")))
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsOlderThanTls12IsRefused(Kind kind) throws Exception {
        var url = new AtomicReference<String>();
        try (var _ = kind.start(server(null), url)) {
            assertThat(greeted(url.get(), 2, 0xc0, 0x09)).as("an alert").isEqualTo(21);
            assertThat(greeted(url.get(), 3, 0xc0, 0x2b)).as("a handshake").isEqualTo(22);
        }
    }

    @Test
    void filesThatDoNotFitAreNamed() throws Exception {
        var encrypted = Files.writeString(folder.resolve("encrypted.key"),
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
        assertThatThrownBy(() -> Tls.of(file("ours-server.pem"), encrypted, null, true))
                .hasMessageContaining("encrypted.key has no private key").hasMessageContaining("openssl pkcs8");
        assertThatThrownBy(() -> Tls.of(file("ours-server.pem"), file("ours-client.key"), null, true))
                .hasMessageContaining("ours-client.key is not that of the certificate in");
        assertThatThrownBy(() -> Tls.of(encrypted, file("ours-server.key"), null, true))
                .hasMessageContaining("has no certificate in PEM");
        assertThatThrownBy(() -> Tls.of(file("none.pem"), file("ours-server.key"), null, true))
                .hasMessageContaining("none.pem can't be read");
        assertThatThrownBy(() -> Credentials.of("t", Map.of("MUSTER_TLS_CERT", "x")))
                .hasMessage("MUSTER_TLS_CERT and MUSTER_TLS_KEY go together");
    }

    private static int metrics(String url, Credentials credentials) throws Exception {
        try (var calls = new LeaderCalls(Coordinators.parse(url), credentials)) {
            var answer = calls.ask("/health", request -> request.timeout(Duration.ofSeconds(20)).GET(),
                    BodyHandlers.discarding());
            return answer.statusCode();
        } catch (IOException e) {
            // a standby is no leader: it answered
            if (String.valueOf(e.getMessage()).contains("is a standby")) {
                return 200;
            }
            throw e;
        }
    }

    /** Says hello in TLS 1.x with one cipher suite; returns the type of the record that answers. */
    private static int greeted(String url, int minor, int... suite) throws IOException {
        var hello = new ByteArrayOutputStream();
        hello.writeBytes(new byte[]{3, (byte) minor});
        hello.writeBytes(new byte[33]); // random, no session
        hello.writeBytes(new byte[]{0, 2, (byte) suite[0], (byte) suite[1], 1, 0});
        int length = hello.size();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(new byte[]{22, 3, 1, 0, (byte) (length + 4), 1, 0, 0, (byte) length});
            socket.getOutputStream().write(hello.toByteArray());
            return socket.getInputStream().read();
        }
    }

    private static Tls server(@Nullable String clientAuthority) throws IOException {
        return Tls.of(file("ours-server.pem"), file("ours-server.key"),
                clientAuthority == null ? null : file(clientAuthority), true);
    }

    private static Credentials credentials(String authority, @Nullable String client) throws IOException {
        var environment = new HashMap<>(Map.of("MUSTER_TLS_CA", file(authority).toString()));
        if (client != null) {
            environment.put("MUSTER_TLS_CERT", file(client + ".pem").toString());
            environment.put("MUSTER_TLS_KEY", file(client + ".key").toString());
        }
        return Credentials.of("t0ken", environment);
    }

    private static Path file(String name) {
        return folder.resolve(name);
    }

    private static void write(String name, String kind, byte[] content) throws IOException {
        Files.writeString(file(name), "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + kind + "-----\n");
    }

    private static void keytool(String authority, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("-keystore", folder.resolve(authority + ".p12").toString(), "-storetype", "PKCS12",
                "-storepass", PASSWORD, "-validity", "2"));
        var log = folder.resolve("keytool.log").toFile();
        int code = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.to(log)).start()
                .waitFor();
        assertThat(code).as(() -> log + "").isZero();
    }

    /** Pages with nothing to tell. */
    private static final class Pages implements StatusPages {

        @Override
        public String metrics(String type) {
            return "";
        }

        @Override
        public boolean alive() {
            return true;
        }

        @Override
        public Readiness readiness() {
            return Readiness.lacking();
        }
    }
}
