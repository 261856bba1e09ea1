package dev.muster.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import com.marcnuri.helm.Helm;
import dev.muster.cli.Main;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Renders the chart with the real Helm, and checks each object by what Kubernetes and the CRDs allow. */
class HelmChartTest {

    private static final Pattern SECRET = Pattern.compile("(?i)password|token|key");

    @TempDir
    private Path folder;

    static List<Path> valueFiles() throws IOException {
        return Rendered.valueFiles();
    }

    @Test
    void lintFindsNothing() {
        var linted = new Helm(Rendered.CHART).lint().strict().call();

        assertThat(linted.isFailed()).as(linted.getMessages().toString()).isFalse();
    }

    @Test
    void thereAreTenFilesOfValues() throws IOException {
        assertThat(valueFiles()).hasSize(10);
    }

    @ParameterizedTest
    @MethodSource("valueFiles")
    void everyObjectHasOnlyFieldsThatExist(Path values) throws IOException {
        var rendered = Rendered.of(values);

        assertThat(rendered.all(StatefulSet.class)).hasSize(1);
        assertThat(rendered.all(Deployment.class)).hasSize(1);
        assertThat(rendered.objects()).allSatisfy(object -> assertThat(object.getMetadata().getLabels())
                .containsEntry("app.kubernetes.io/instance", "ci").containsEntry("app.kubernetes.io/name", "muster"));
    }

    @Test
    void aFieldThatDoesNotExistIsFoundAtAnyDepth() throws Exception {
        var mapper = tools.jackson.databind.json.JsonMapper.builder().build();
        var misspelt = mapper.readValue("""
                {"spec": {"template": {"spec": {"securityContext": {"runAsNonRoott": true}}}}}""", Deployment.class);

        assertThatThrownBy(() -> Rendered.refuseUnknown(misspelt, "Deployment"))
                .hasMessage("Deployment.spec.template.spec.securityContext has no [runAsNonRoott]");
    }

    @ParameterizedTest
    @MethodSource("valueFiles")
    void everyPodIsConfined(Path values) throws IOException {
        assertThat(Rendered.of(values).pods()).hasSizeGreaterThanOrEqualTo(2).allSatisfy((_, pod) -> {
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getEnableServiceLinks()).isFalse();
            assertThat(pod.getHostNetwork()).isNull();
            var user = pod.getSecurityContext();
            assertThat(user.getRunAsNonRoot()).isTrue();
            assertThat(user.getRunAsUser()).isEqualTo(10_001L);
            assertThat(user.getRunAsGroup()).isEqualTo(10_001L);
            assertThat(user.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            assertThat(pod.getContainers()).hasSize(1).allSatisfy(container -> {
                var may = container.getSecurityContext();
                assertThat(may.getAllowPrivilegeEscalation()).isFalse();
                assertThat(may.getReadOnlyRootFilesystem()).isTrue();
                assertThat(may.getPrivileged()).isFalse();
                assertThat(may.getCapabilities().getDrop()).containsExactly("ALL");
                assertThat(may.getCapabilities().getAdd()).isEmpty();
                assertThat(container.getResources().getLimits()).containsKeys("cpu", "memory");
                assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
            });
        });
    }

    @ParameterizedTest
    @MethodSource("valueFiles")
    void everyNameThatIsUsedIsThere(Path values) throws IOException {
        var rendered = Rendered.of(values);

        assertThat(rendered.pods()).allSatisfy((_, pod) -> {
            var container = pod.getContainers().getFirst();
            assertThat(rendered.one(ServiceAccount.class, pod.getServiceAccountName())).isNotNull();
            assertThat(container.getVolumeMounts().stream().map(VolumeMount::getName))
                    .containsExactlyInAnyOrderElementsOf(pod.getVolumes().stream().map(Volume::getName).toList());
            assertThat(probes(container)).allSatisfy(probe -> assertThat(container.getPorts())
                    .anyMatch(port -> port.getName().equals(probe.getHttpGet() == null
                            ? probe.getTcpSocket().getPort().getStrVal()
                            : probe.getHttpGet().getPort().getStrVal())));
        });
        var labels = labelsOfPods(rendered);
        assertThat(rendered.all(Service.class)).hasSize(3).allSatisfy(service -> assertThat(labels)
                .anyMatch(pod -> pod.entrySet().containsAll(service.getSpec().getSelector().entrySet())));
        assertThat(
                Stream.concat(rendered.all(NetworkPolicy.class).stream().map(each -> each.getSpec().getPodSelector()),
                        rendered.all(PodDisruptionBudget.class).stream().map(each -> each.getSpec().getSelector())))
                .allMatch(selector -> labels.stream().anyMatch(pod -> selects(selector, pod)));
    }

    @ParameterizedTest
    @MethodSource("valueFiles")
    void everyCommandLineIsOneOfMuster(Path values) throws IOException {
        assertThat(Rendered.of(values).pods()).allSatisfy((_, pod) -> {
            var words = pod.getContainers().getFirst().getArgs();

            var parsed = Main.commandLine().parseArgs(words.toArray(String[]::new));

            assertThat(parsed.subcommand().unmatched()).isEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("valueFiles")
    void everyVariableIsOnThePageAndNoSecretIsInOne(Path values) throws IOException {
        var page = Files.readString(Repository.root().resolve("docs/cli.md"));

        assertThat(Rendered.of(values).pods())
                .allSatisfy((_, pod) -> assertThat(pod.getContainers().getFirst().getEnv())
                        .filteredOn(variable -> variable.getName().startsWith("MUSTER_")).allSatisfy(variable -> {
                            var name = variable.getName();
                            assertThat(page).contains("`" + name.replaceFirst("_FILE$", "") + "`");
                            assertThat(SECRET.matcher(name).find() && !name.endsWith("_FILE")
                                    && !name.startsWith("MUSTER_TLS_")).as(name).isFalse();
                            if (name.endsWith("_FILE")) {
                                assertThat(variable.getValue()).startsWith("/etc/muster/secrets/");
                            }
                        }));
    }

    @Test
    void coordinatorsAreWellWhileTheyStandByAndWorkersAreReadyWhenTheyWork() throws IOException {
        var rendered = Rendered.of("defaults");

        assertThat(rendered.container("ci-muster-coordinator").getReadinessProbe().getHttpGet()
                .getPath()).isEqualTo("/health");
        assertThat(rendered.container("ci-muster-worker").getReadinessProbe().getHttpGet().getPath())
                .isEqualTo("/ready");
        assertThat(rendered.container("ci-muster-coordinator").getArgs()).contains("--standby");
        assertThat(rendered.pods()).allSatisfy((_, pod) -> assertThat(pod.getTopologySpreadConstraints()).hasSize(2));
    }

    @Test
    void workersAndScheduledRunsNameEveryCoordinator() throws IOException {
        var both = "http://ci-muster-coordinator-0.ci-muster-coordinators.tests.svc:7070,"
                + "http://ci-muster-coordinator-1.ci-muster-coordinators.tests.svc:7070";
        var rendered = Rendered.of("schedule");

        assertThat(variables(rendered.container("ci-muster-worker")))
                .containsEntry("MUSTER_COORDINATOR", both);
        var run = rendered.container("ci-muster-schedule").getArgs();
        assertThat(run).containsSubsequence("run", "--coordinator", both, "--input", "tests/", "--label",
                "team=payments", "--label", "trigger=nightly", "--retry-failed", "1");
        assertThat(rendered.container("ci-muster-coordinator").getArgs()).anySatisfy(
                word -> assertThat(word).startsWith(both + ",").contains("http://ci-muster.tests.svc:7070"));
    }

    @Test
    void aWorkerThatIsScaledInHasLongerThanTheLongestCase() throws IOException {
        var rendered = Rendered.of("keda");

        assertThat(rendered.pod("ci-muster-worker").getTerminationGracePeriodSeconds()).isEqualTo(960L);
        var scaled = rendered.foreign("ScaledObject").getFirst().path("spec");
        assertThat(scaled.at("/scaleTargetRef/name").asString()).isEqualTo("ci-muster-worker");
        assertThat(scaled.at("/minReplicaCount").asInt()).isZero();
        assertThat(scaled.at("/maxReplicaCount").asInt()).isEqualTo(40);
        assertThat(scaled.at("/triggers/0/metadata/threshold").asString()).isEqualTo("64");
        assertThat(scaled.at("/triggers/0/metadata/query").asString()).isEqualTo(
                "sum(muster_run_cases{namespace=\"tests\",service=\"ci-muster-coordinators\"}) or "
                        + "0 * sum(muster_runs_active{namespace=\"tests\",service=\"ci-muster-coordinators\"})");
        assertThat(rendered.one(Deployment.class, "ci-muster-worker").getSpec().getReplicas()).isNull();
    }

    @Test
    void withoutKedaTheNumberOfWorkersStands() throws IOException {
        var rendered = Rendered.of("defaults");

        assertThat(rendered.foreign()).isEmpty();
        assertThat(rendered.one(Deployment.class, "ci-muster-worker").getSpec().getReplicas()).isEqualTo(2);
        assertThat(rendered.all(PodDisruptionBudget.class)).hasSize(2);
        assertThat(rendered.all(CronJob.class)).isEmpty();
    }

    @Test
    void oneCoordinatorHasNoBudget() throws IOException {
        assertThat(Rendered.of("minimal").all(PodDisruptionBudget.class)).isEmpty();
    }

    @Test
    void withTlsProbesKnockAndEverythingElseShowsItsCertificate() throws IOException {
        var rendered = Rendered.of("tls");

        var coordinator = rendered.container("ci-muster-coordinator");
        assertThat(probes(coordinator)).hasSize(3).allMatch(probe -> probe.getTcpSocket() != null);
        assertThat(coordinator.getArgs()).containsSubsequence("--tls-cert", "/etc/muster/tls/tls.crt", "--tls-key",
                "/etc/muster/tls/tls.key", "--tls-client-ca", "/etc/muster/tls/ca.crt");
        assertThat(variables(rendered.container("ci-muster-worker")))
                .containsEntry("MUSTER_TLS_CERT", "/etc/muster/tls/tls.crt")
                .containsEntry("MUSTER_KAFKA_CONFIG", "/etc/muster/kafka/client.properties")
                .extractingByKey("MUSTER_COORDINATOR").asString().startsWith("https://");
        assertThat(rendered.foreign("ServiceMonitor")).hasSize(2).allSatisfy(monitor -> {
            assertThat(monitor.at("/spec/endpoints/0/scheme").asString()).isEqualTo("https");
            assertThat(monitor.at("/spec/endpoints/0/tlsConfig/keySecret/key").asString()).isEqualTo("tls.key");
        });
    }

    @Test
    void workersReachNoNetworkOfTheClusterByDefault() throws IOException {
        var worker = Rendered.of("defaults").all(NetworkPolicy.class).stream()
                .filter(policy -> policy.getMetadata().getName().endsWith("-worker")).findFirst().orElseThrow();

        assertThat(worker.getSpec().getEgress().stream().flatMap(rule -> rule.getTo().stream())
                .map(to -> to.getIpBlock()).filter(Objects::nonNull).flatMap(block -> block.getExcept().stream()))
                .contains("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "168.63.129.16/32",
                        "169.254.0.0/16", "fc00::/7", "fe80::/10");
    }

    @Test
    void onlyCoordinatorsMayReachTheDatabase() throws IOException {
        var rendered = Rendered.of("big-fleet");

        var reaching = rendered.all(NetworkPolicy.class).stream().filter(policy -> policy.getSpec().getEgress().stream()
                .anyMatch(rule -> rule.getPorts().stream().anyMatch(port -> Objects.equals(5432,
                        port.getPort().getIntVal()))))
                .map(policy -> policy.getMetadata().getName());
        assertThat(reaching).containsExactly("ci-muster-coordinator");
        assertThat(Rendered.of("open-network").all(NetworkPolicy.class)).isEmpty();
        assertThat(Rendered.of("schedule").all(NetworkPolicy.class)).hasSize(3);
    }

    /** Helm reads no file outside of the chart, so it has copies. */
    @Test
    void theChartsFilesAreThoseOfTheTree() {
        assertThat(Rendered.CHART.resolve("files/dashboard.json")).hasSameTextualContentAs(Repository.root()
                .resolve("deploy/grafana/muster.json"));
        assertThat(Rendered.CHART.resolve("files/alerts.yml")).hasSameTextualContentAs(Repository.root()
                .resolve("deploy/prometheus/alerts.yml"));
    }

    @Test
    void theDashboardAndTheAlertsAreThoseOfTheTree() throws IOException {
        var rendered = Rendered.of("monitoring");

        var dashboard = rendered.one(ConfigMap.class, "ci-muster-dashboard");
        assertThat(Json.MAPPER.readTree(dashboard.getData().get("muster.json"))).isEqualTo(Json.MAPPER
                .readTree(Repository.root().resolve("deploy/grafana/muster.json")));
        assertThat(rendered.foreign("PrometheusRule").getFirst().path("spec")).isEqualTo(
                Rendered.read(Files.readString(Repository.root().resolve("deploy/prometheus/alerts.yml"))).getFirst());
        assertThat(rendered.foreign("ServiceMonitor")).hasSize(2).allSatisfy(monitor -> assertThat(
                monitor.at("/spec/endpoints/0/authorization/credentials/name").asString()).isEqualTo("muster-tokens"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            worker: { slots: many }           | worker.slots                    | want integer
            worker: { slots: 0 }              | worker.slots                    | minimum: got 0, want 1
            worker: { slotz: 8 }              | worker                          | additional properties 'slotz' not allowed
            workers: { slots: 8 }             |                                 | additional properties 'workers' not allowed
            coordinator: { replicas: 0 }      | coordinator.replicas            | minimum: got 0, want 1
            keda: { maxReplicas: -1 }         | keda.maxReplicas                | minimum: got -1, want 1
            logLevel: LOUD                    | logLevel                        | must be one of
            tls: { secret: No Name }          | tls.secret                      | does not match pattern
            database: { url: postgres://h/d } | database.url                    | does not match pattern
            worker: { resources: { limits: { cpu: null } } } | worker.resources.limits | missing property 'cpu'
            """)
    void whatTheSchemaForbidsIsRefused(String values, String where, String why) throws IOException {
        var file = folder.resolve("values.yaml");
        Files.writeString(file, values.startsWith("database") ? values : "database: { url: 'jdbc:postgresql://h/d' }\n"
                + values);

        assertThatThrownBy(() -> Rendered.text(file)).hasMessageContaining(
                Objects.requireNonNullElse(where, "").replace('.', '/')).hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            database: { url: 'jdbc:postgresql://h/d' } | set kafka.bootstrapServers to the brokers
            kafka: { bootstrapServers: 'k:9092' }      | set database.url to PostgreSQL's address
            { kafka: { bootstrapServers: 'k:9092' }, database: { url: 'jdbc:postgresql://h/d' }, keda: { enabled: true } } | set keda.prometheusUrl to the Prometheus
            { kafka: { bootstrapServers: 'k:9092' }, database: { url: 'jdbc:postgresql://h/d' }, schedule: { enabled: true } } | set schedule.suite.configMap
            { kafka: { bootstrapServers: 'k:9092' }, database: { url: 'jdbc:postgresql://h/d' }, coordinator: { inboxes: 8 }, keda: { enabled: true, prometheusUrl: 'http://p' } } | keda.maxReplicas is 20, but coordinator.inboxes lets the fleet have only 8 workers
            """)
    void whatIsMissingIsSaid(String values, String sentence) throws IOException {
        var file = folder.resolve("values.yaml");
        Files.writeString(file, values);

        assertThatThrownBy(() -> Rendered.text(file)).hasMessageContaining(sentence);
    }

    @Test
    void everyValueHasASentence() throws IOException {
        var schema = Json.MAPPER.readTree(Rendered.CHART.resolve("values.schema.json"));
        var values = Rendered.read(Files.readString(Rendered.CHART.resolve("values.yaml"))).getFirst();

        assertThat(undescribed(schema, "").toList()).isEmpty();
        var described = names(schema, "").collect(Collectors.toCollection(TreeSet::new));
        described.remove(".global");
        assertThat(described).isEqualTo(values(values, schema, "").collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Stream<String> undescribed(JsonNode schema, String at) {
        return schema.path("properties").properties().stream().flatMap(member -> {
            var name = at + "." + member.getKey();
            var sentence = member.getValue().path("description").asString("");
            return Stream.concat(sentence.endsWith(".") ? Stream.of() : Stream.of(name),
                    undescribed(member.getValue(), name));
        });
    }

    private static Stream<String> names(JsonNode schema, String at) {
        return schema.path("properties").properties().stream()
                .flatMap(member -> Stream.concat(Stream.of(at + "." + member.getKey()),
                        names(member.getValue(), at + "." + member.getKey())));
    }

    /** Below an object that the schema takes as Kubernetes has it, no member has a sentence of its own. */
    private static Stream<String> values(JsonNode values, JsonNode schema, String at) {
        return schema.has("properties")
                ? values.properties().stream()
                        .flatMap(member -> Stream.concat(Stream.of(at + "." + member.getKey()),
                                values(member.getValue(), schema.path("properties").path(member.getKey()),
                                        at + "." + member.getKey())))
                : Stream.of();
    }

    private static List<Map<String, String>> labelsOfPods(Rendered rendered) {
        return Stream.of(rendered.all(StatefulSet.class).stream().map(each -> each.getSpec().getTemplate()),
                rendered.all(Deployment.class).stream().map(each -> each.getSpec().getTemplate()),
                rendered.all(CronJob.class).stream().map(each -> each.getSpec().getJobTemplate().getSpec()
                        .getTemplate()))
                .flatMap(Function.identity()).map((PodTemplateSpec template) -> template.getMetadata().getLabels())
                .toList();
    }

    private static boolean selects(LabelSelector selector, Map<String, String> labels) {
        return labels.entrySet().containsAll(selector.getMatchLabels().entrySet());
    }

    private static List<Probe> probes(Container container) {
        return Stream.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe())
                .filter(Objects::nonNull).toList();
    }

    private static Map<String, String> variables(Container container) {
        return container.getEnv().stream().filter(variable -> variable.getValue() != null)
                .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    }
}
