package dev.muster.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what the compose file and the Dockerfile promise: confined services, separate networks, images by digest. */
class ImagesTest {

    private static final Pattern BY_DIGEST = Pattern.compile("[\\w./-]+:[\\w.-]+@sha256:[0-9a-f]{64}");

    @Test
    void everyServiceIsConfined() throws IOException {
        assertThat(services()).hasSize(6).allSatisfy((_, service) -> {
            assertThat(service.path("read_only").asBoolean()).isTrue();
            assertThat(texts(service.path("cap_drop"))).containsExactly("ALL");
            assertThat(texts(service.path("security_opt"))).containsExactly("no-new-privileges:true");
            assertThat(service.has("privileged") || service.has("cap_add")).isFalse();
        });
    }

    @Test
    void whoMeetsWhomIsWhatIsNeeded() throws IOException {
        var networks = new TreeMap<String, Set<String>>();
        services().forEach((name, service) -> networks.put(name, texts(service.path("networks"))));

        assertThat(networks).isEqualTo(Map.of("coordinator", Set.of("front", "records", "database"), "standby", Set.of(
                "front", "records", "database"), "kafka", Set.of("records"), "kafka-access", Set.of("records"),
                "postgres", Set.of("database"), "worker", Set.of("front", "records")));
        assertThat(compose().path("networks").path("records").path("internal").asBoolean()).isTrue();
        assertThat(compose().path("networks").path("database").path("internal").asBoolean()).isTrue();
        assertThat(services().values().stream().flatMap(service -> service.path("ports").valueStream())
                .map(JsonNode::asString)).hasSize(2).allMatch(port -> port.startsWith("127.0.0.1:"));
    }

    @Test
    void everyImageOfOthersIsTakenByDigest() throws IOException {
        var foreign = services().values().stream().filter(service -> !service.has("build"))
                .map(service -> service.path("image").asString());
        var dockerfile = Files.readString(Repository.root().resolve("Dockerfile"));
        var bases = Pattern.compile("(?m)^ARG \\w+_IMAGE=(\\S+)$").matcher(dockerfile).results()
                .map(arg -> arg.group(1));

        assertThat(Stream.concat(foreign, bases)).hasSize(4).allMatch(BY_DIGEST.asMatchPredicate());
        assertThat(Pattern.compile("(?m)^FROM (\\S+)").matcher(dockerfile).results().map(from -> from.group(1)))
                .containsOnly("${BASE_IMAGE}");
    }

    @Test
    void nothingInTheImageIsRootsToRun() throws IOException {
        var dockerfile = Files.readString(Repository.root().resolve("Dockerfile"));

        assertThat(dockerfile).contains("\nUSER 10001:10001\n").doesNotContain("curl");
        assertThat(Repository.root().resolve("docker-compose.yml")).content().contains("muster health http://")
                .doesNotContain("curl");
    }

    @Test
    void neitherHistoryNorBuiltFilesAreInTheContextOfTheBuild() throws IOException {
        assertThat(Files.readAllLines(Repository.root().resolve(".dockerignore"))).contains(".git", "**/.env",
                "*/target");
    }

    @Test
    void onlyTheTreeOfTheArchiveLeavesTheBuildStage() throws IOException {
        assertThat(Files.readAllLines(Repository.root().resolve("Dockerfile")).stream()
                .filter(line -> line.startsWith("COPY"))).containsExactly("COPY . .",
                        "COPY --from=build /opt/muster/ /opt/muster/");
    }

    private static Map<String, JsonNode> services() throws IOException {
        var services = new TreeMap<String, JsonNode>();
        compose().path("services").properties().forEach(service -> services.put(service.getKey(), service.getValue()));
        return services;
    }

    private static JsonNode compose() throws IOException {
        var faults = new Faults("docker-compose.yml", fault -> {
            throw new AssertionError(fault.toString());
        });
        var node = YamlText.read(Files.readString(Repository.root().resolve("docker-compose.yml")), faults);
        faults.flush();
        return merged(node.getFirst().json());
    }

    /** Fills in what {@code <<} names: YAML 1.2 has no such key, but compose has. */
    private static JsonNode merged(JsonNode node) {
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        var merged = object.objectNode();
        var base = object.get("<<");
        if (base != null) {
            merged.setAll((ObjectNode) merged(base));
        }
        object.properties().forEach(member -> merged.set(member.getKey(), merged(member.getValue())));
        merged.remove("<<");
        return merged;
    }

    private static Set<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    }
}
