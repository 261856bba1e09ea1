package dev.muster.deploy.chart;

import module java.base;
import com.marcnuri.helm.Helm;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the chart makes of a file of values, read strictly: an unknown field fails.
 *
 * @param foreign the objects of KEDA and of the Prometheus operator
 */
record Rendered(List<HasMetadata> objects, List<JsonNode> foreign) {

    static final Path CHART = Repository.root().resolve("deploy/helm/muster");

    private static final Path VALUES = Path.of("src/test/resources/chart");
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Stream.<Class<? extends HasMetadata>>of(
            ConfigMap.class, CronJob.class, Deployment.class, NetworkPolicy.class, PodDisruptionBudget.class,
            Service.class, ServiceAccount.class, StatefulSet.class)
            .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));

    private static final Map<Path, Rendered> KNOWN = new ConcurrentHashMap<>();

    static List<Path> valueFiles() throws IOException {
        try (var files = Files.list(VALUES)) {
            return files.sorted().toList();
        }
    }

    static Rendered of(String values) throws IOException {
        return of(VALUES.resolve(values + ".yaml"));
    }

    /** Renders each file once. */
    static Rendered of(Path values) throws IOException {
        var rendered = KNOWN.get(values);
        if (rendered == null) {
            rendered = render(values);
            KNOWN.put(values, rendered);
        }
        return rendered;
    }

    private static Rendered render(Path values) throws IOException {
        var objects = new ArrayList<HasMetadata>();
        var foreign = new ArrayList<JsonNode>();
        for (var document : read(text(values))) {
            var kind = KINDS.get(document.path("kind").asString());
            if (kind == null) {
                refuseUnknown(document);
                foreign.add(document);
            } else {
                var object = MAPPER.treeToValue(document, kind);
                refuseUnknown(object, document.path("kind").asString());
                objects.add(object);
            }
        }
        return new Rendered(List.copyOf(objects), List.copyOf(foreign));
    }

    static String text(Path values) {
        return new Helm(CHART).template().withName("ci").withNamespace("tests")
                .withKubeVersion("1.29.0").withValuesFile(values).call();
    }

    static List<JsonNode> read(String yaml) {
        var faults = new Faults("rendered", fault -> {
            throw new AssertionError(fault.toString() + "\n" + yaml);
        });
        var documents = YamlText.read(yaml, faults).stream().map(node -> node.json())
                .filter(document -> document.isObject()).toList();
        faults.flush();
        return documents;
    }

    <T extends HasMetadata> List<T> all(Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <T extends HasMetadata> T one(Class<T> kind, String name) {
        return all(kind).stream().filter(object -> object.getMetadata().getName().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " " + name));
    }

    List<JsonNode> foreign(String kind) {
        return foreign.stream().filter(object -> object.path("kind").asString().equals(kind)).toList();
    }

    /** The pods' specifications, by the name of what makes the pods. */
    Map<String, PodSpec> pods() {
        var pods = new TreeMap<String, PodSpec>();
        all(StatefulSet.class)
                .forEach(each -> pods.put(each.getMetadata().getName(), each.getSpec().getTemplate().getSpec()));
        all(Deployment.class)
                .forEach(each -> pods.put(each.getMetadata().getName(), each.getSpec().getTemplate().getSpec()));
        all(CronJob.class).forEach(each -> pods.put(each.getMetadata().getName(),
                each.getSpec().getJobTemplate().getSpec().getTemplate().getSpec()));
        return pods;
    }

    PodSpec pod(String name) {
        return Objects.requireNonNull(pods().get(name), name);
    }

    Container container(String pods) {
        return pod(pods).getContainers().getFirst();
    }

    /** By the schema of the kind's CRD. */
    private static void refuseUnknown(JsonNode object) throws IOException {
        var kind = object.path("kind").asString();
        try (var schema = Rendered.class.getResourceAsStream("/crds/" + kind + ".json")) {
            if (schema == null) {
                throw new AssertionError("nothing is known of the kind " + kind);
            }
            var errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema)
                    .validate(object.toString(), InputFormat.JSON);
            if (!errors.isEmpty()) {
                throw new AssertionError(kind + ": " + errors);
            }
        }
    }

    /** The model keeps what it does not know in members of its own, at any depth. */
    static void refuseUnknown(Object value, String at) {
        switch (value) {
            case List<?> list -> {
                for (int n = 0; n < list.size(); n++) {
                    refuseUnknown(list.get(n), at + "[" + n + "]");
                }
            }
            case Map<?, ?> map -> map.forEach((name, each) -> refuseUnknown(each, at + "." + name));
            case Object object when object.getClass().getPackageName().startsWith("io.fabric8.") -> members(object, at);
            default -> {
                // a leaf
            }
        }
    }

    private static void members(Object object, String at) {
        for (var field : object.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            try {
                field.setAccessible(true);
                var value = field.get(object);
                if (value == null) {
                    continue;
                }
                if (field.getName().equals("additionalProperties") && value instanceof Map<?, ?> unknown
                        && !unknown.isEmpty()) {
                    throw new AssertionError(at + " has no " + unknown.keySet());
                }
                refuseUnknown(value, at + "." + field.getName());
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }
}
