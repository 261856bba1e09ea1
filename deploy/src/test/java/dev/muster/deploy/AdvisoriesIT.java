package dev.muster.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the check for advisories against a database of its own, and without one. */
@Tag("slow")
class AdvisoriesIT {

    private static final Path SCRIPT = Repository.root().resolve("deploy/src/main/scripts/Advisories.java");

    private static final String LIBRARIES = System.getProperty("java.class.path");
    @TempDir
    private static Path compiled;

    @TempDir
    private Path folder;

    record Ran(int code, String output) {}

    @BeforeAll
    static void compileOnce() {
        var compiler = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(compiler.run(System.out, System.err, "-cp", LIBRARIES, "-d", compiled.toString(), SCRIPT.toString()))
                .isZero();
    }

    /** Runs it as the source file that it is, on the database that it would ask anyway. */
    static Ran runSource(Path list, Path... bills) throws IOException, InterruptedException {
        return run(null, LIBRARIES, SCRIPT.toString(), list, bills);
    }

    private static Ran run(String osv, Path list, Path bill) throws IOException, InterruptedException {
        return run(osv, LIBRARIES + File.pathSeparator + compiled, "Advisories", list, bill);
    }

    private static Ran run(@Nullable String osv, String classPath, String program, Path list, Path... bills)
            throws IOException, InterruptedException {
        var command = Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath,
                program, list.toString());
        var process = new ProcessBuilder(Stream.concat(command, Stream.of(bills).map(Path::toString)).toList())
                .redirectErrorStream(true);
        if (osv != null) {
            process.environment().put("OSV_URL", osv);
        }
        var running = process.start();
        var output = new String(running.getInputStream().readAllBytes(), UTF_8);
        return new Ran(running.waitFor(), output);
    }

    private Path list(String accepted) throws IOException {
        return Files.writeString(folder.resolve("list.json"), """
                {"date": "2026-01-01", "known": [
                  {"package": "pkg:maven/g/old", "fixed": "1.10.2-3", "ids": ["CVE-1", "CVE-2"]}],
                 "accepted": [%s]}""".formatted(accepted));
    }

    private Path bill(String... purls) throws IOException {
        return Files.writeString(folder.resolve("sbom.cdx.json"), Json.MAPPER.writeValueAsString(Map.of("components",
                Stream.of(purls).map(purl -> Map.of("purl", purl)).toList())));
    }

    @Test
    void theDatabaseIsAskedForAllComponents() throws Exception {
        var asked = new ArrayList<String>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/querybatch", exchange -> {
            asked.addAll(Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()).findValuesAsString("purl"));
            var answer = """
                    {"results": [{"vulns": [{"id": "GHSA-1", "modified": "2026-01-01T00:00:00Z"}]}, {}]}"""
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        var address = "http://127.0.0.1:" + server.getAddress().getPort();
        var bill = bill("pkg:npm/other@2", "pkg:maven/g/name@1?type=jar", "pkg:maven/dev.muster/muster@1");

        var open = run(address, list(""), bill);
        var accepted = run(address, list("""
                {"id": "GHSA-1", "package": "pkg:maven/g/name", "until": "9999-01-01", "reason": "not reached"}"""),
                bill);
        var late = run(address, list("""
                {"id": "GHSA-1", "package": "pkg:maven/g/name", "until": "2026-01-01", "reason": "not reached"}"""),
                bill);
        server.stop(0);

        assertThat(asked.subList(0, 2)).containsExactly("pkg:maven/g/name@1", "pkg:npm/other@2");
        assertThat(open.code()).isEqualTo(1);
        assertThat(open.output()).contains("pkg:maven/g/name@1: GHSA-1 (https://osv.dev/vulnerability/GHSA-1)",
                "1 open, 0 accepted");
        assertThat(accepted.code()).isZero();
        assertThat(accepted.output()).contains("0 open, 1 accepted");
        assertThat(late.code()).isEqualTo(1);
    }

    @Test
    void withoutADatabaseTheListCounts() throws Exception {
        var nowhere = "http://127.0.0.1:1";

        var old = run(nowhere, list(""), bill("pkg:maven/g/old@1.9.9", "pkg:maven/g/older@1"));
        var fixed = run(nowhere, list(""), bill("pkg:maven/g/old@1.10.2-3"));
        var newer = run(nowhere, list(""), bill("pkg:maven/g/old@1.10.10"));

        assertThat(old.code()).isEqualTo(1);
        assertThat(old.output()).contains("can't be reached", "compared with the list of 2026-01-01",
                "pkg:maven/g/old@1.9.9: CVE-1 (fixed in 1.10.2-3)", "2 open");
        assertThat(fixed.code()).isZero();
        assertThat(newer.code()).isZero();
    }

    @Test
    void aBillThatListsNothingIsNoSuccess() throws Exception {
        assertThat(run("http://127.0.0.1:1", list(""), bill()).code()).isEqualTo(2);
    }
}
