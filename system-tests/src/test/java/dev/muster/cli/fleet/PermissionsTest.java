package dev.muster.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.fleet.Permissions.Programs;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.json.Json;
import dev.muster.common.process.Command;
import dev.muster.common.process.Commands;
import dev.muster.common.target.Environment;
import dev.muster.common.target.OfferedNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a process of a fleet offers to suites. */
final class PermissionsTest {

    private static final Map<String, String> PROCESS = Map.of("PATH", "/bin", "HOME", "/home/w", "LANG", "C", "TMPDIR",
            "/tmp", "AWS_SECRET", "aws-secret-1", "AGENT_TOKEN", "agent-token", "AGENT_URL", "http://a", "SHOP",
            "north",
            "MUSTER_TOKEN", "muster-token");

    /** Attack 101: {@code Hello} names these, and hooks get these. */
    @Test
    void aFleetOffersWhatIsNamed() {
        var environment = offering(OfferedNames.parse("AGENT_*, SHOP"));

        assertThat(environment.names()).containsExactlyInAnyOrder("AGENT_TOKEN", "AGENT_URL", "SHOP");
        assertThat(environment.commands().keySet()).containsExactlyInAnyOrder("PATH", "HOME", "LANG", "TMPDIR",
                "AGENT_TOKEN", "AGENT_URL", "SHOP");
        assertThat(environment.secrets()).containsExactly("agent-token");
    }

    /** Attack 126: what {@code MUSTER_…_FILE} names is as secret as its content in a variable. */
    @Test
    void aSandboxHidesBothHomesAndTheFilesOfSecrets(@TempDir Path folder) throws Exception {
        var token = Files.writeString(folder.resolve("token"), "planted-1");
        var config = Files.writeString(folder.resolve("worker.properties"), "planted-2");
        var home = Files.createDirectory(folder.resolve("home"));
        Files.writeString(home.resolve("credentials"), "planted-3");
        var path = System.getenv().getOrDefault("PATH", "");
        Commands commands;
        try {
            commands = Objects.requireNonNull(Permissions.commands(Programs.SANDBOX,
                    Map.of("PATH", path, "HOME",
                            home.toString(), "MUSTER_TOKEN_FILE", token.toString(), "MUSTER_KAFKA_CONFIG",
                            config.toString())));
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("--sandbox-commands needs bubblewrap");
            return;
        }

        var said = commands.showing(folder).run(new Command(List.of("sh", "-c",
                "cat token worker.properties home/credentials 2>&1; echo end"), folder, Map.of("PATH", path), "",
                Duration.ofSeconds(20), Command.SMALL_OUTPUT));

        assertThat(said.toString()).contains("end").doesNotContain("planted");
    }

    @Test
    void withoutANameNothingIsOffered() {
        assertThat(offering(OfferedNames.NONE).names()).isEmpty();
        assertThat(offering(OfferedNames.NONE).commands()).containsOnlyKeys("PATH", "HOME", "LANG", "TMPDIR");
    }

    @Test
    void allIsAllButMustersOwn() {
        assertThat(offering(OfferedNames.ALL).names()).hasSize(PROCESS.size() - 1).doesNotContain("MUSTER_TOKEN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MUSTER_TOKEN", "MUSTER_*", "A*B", "*_KEY", "A=b"})
    void whatCannotBeOfferedIsRefused(String name) {
        assertThatThrownBy(() -> OfferedNames.parse("SHOP," + name)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + name + "' can't be offered to suites");
    }

    /** An isolated attempt gets them as JSON. */
    @Test
    void theyTravelToTheProcessOfASuspectCase() {
        var equipment = new AttemptConfig(null, new Permissions(Programs.SANDBOX, OfferedNames.parse("A_*"),
                AllowedHosts.parse("*.example.com,10.0.0.0/8")), 64);

        assertThat(AttemptConfig.read(Json.MAPPER.writeValueAsString(equipment))).isEqualTo(equipment);
    }

    private static Environment offering(OfferedNames names) {
        return new Permissions(Programs.NONE, names, AllowedHosts.USUAL).environment(PROCESS);
    }
}
