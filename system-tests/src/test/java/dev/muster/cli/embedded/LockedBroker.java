package dev.muster.cli.embedded;

import module java.base;
import java.lang.ProcessBuilder.Redirect;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Time;

/** A broker as an administrator would set it up: SASL_SSL, an authorizer, and no rights but those that a test gives. */
public record LockedBroker(EmbeddedBroker broker, Path keys) implements AutoCloseable {

    private static final String PASSWORD = "of-a-test";

    public static LockedBroker start(Path folder) {
        var keys = folder.resolve("key.p12");
        try {
            makeKey(Files.createDirectories(folder).resolve("key.p12"));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new LockedBroker(EmbeddedBroker.start(folder.resolve("broker"), 0, null, settings(keys), Time.SYSTEM),
                keys);
    }

    public String address() {
        return broker.address();
    }

    /** Returns a client's settings. */
    public Map<String, String> login(String user) {
        return Map.of("security.protocol", "SASL_SSL", "sasl.mechanism", "PLAIN", "sasl.jaas.config",
                jaas("username=\"" + user + "\" password=\"" + PASSWORD + "\""), "ssl.truststore.location",
                keys.toString(), "ssl.truststore.password", PASSWORD);
    }

    public void allow(Set<AclBinding> rights) {
        var settings = new HashMap<String, Object>(login("broker"));
        settings.put("bootstrap.servers", address());
        try (var admin = Admin.create(settings)) {
            admin.createAcls(rights).all().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the rights of the table in the documentation. */
    public static Set<AclBinding> documented(String fleet) {
        try (var lines = Files.lines(Path.of("..", "docs", "kafka-access.md"))) {
            return lines.map(line -> List.of(line.split("\\|", -1)))
                    .filter(cells -> cells.size() == 7 && List.of("topic", "cluster").contains(cells.get(2).strip()))
                    .flatMap(cells -> Stream.of(cells.get(4).split(",")).map(operation -> binding(fleet, cells,
                            operation)))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rights that the embedded broker gives. */
    public static Set<AclBinding> embedded(String fleet) {
        return BrokerLogins.rights(fleet);
    }

    @Override
    public void close() {
        broker.close();
    }

    private static AclBinding binding(String fleet, List<String> cells, String operation) {
        var type = ResourceType.fromString(cells.get(2).strip());
        var name = cells.get(3).replace("`", "").strip().replace("FLEET", fleet);
        return new AclBinding(new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:" + cells.get(1).replace("`", "").strip(), "*",
                        named(operation.strip()), AclPermissionType.ALLOW));
    }

    private static AclOperation named(String operation) {
        return Stream.of(AclOperation.values())
                .filter(each -> each.name().replace("_", "").equalsIgnoreCase(operation)).findFirst().orElseThrow();
    }

    private static Map<String, String> settings(Path keys) {
        var logins = jaas("username=\"broker\" password=\"" + PASSWORD + "\" " + Stream.of("broker", "coordinator",
                "worker").map(user -> "user_" + user + "=\"" + PASSWORD + "\"").collect(Collectors.joining(" ")));
        return Map.ofEntries(
                Map.entry("listener.security.protocol.map", "PLAINTEXT:SASL_SSL,CONTROLLER:SASL_SSL,DOOR:SASL_SSL"),
                Map.entry("sasl.enabled.mechanisms", "PLAIN"),
                Map.entry("sasl.mechanism.inter.broker.protocol", "PLAIN"),
                Map.entry("sasl.mechanism.controller.protocol", "PLAIN"),
                Map.entry("listener.name.plaintext.plain.sasl.jaas.config", logins),
                Map.entry("listener.name.controller.plain.sasl.jaas.config", logins),
                Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                Map.entry("super.users", "User:broker"),
                Map.entry("ssl.keystore.location", keys.toString()), Map.entry("ssl.keystore.password", PASSWORD),
                Map.entry("ssl.truststore.location", keys.toString()), Map.entry("ssl.truststore.password", PASSWORD));
    }

    private static String jaas(String options) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required " + options + ";";
    }

    private static void makeKey(Path store) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        int code = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext",
                "SAN=ip:127.0.0.1", "-alias", "broker", "-storetype", "PKCS12", "-keystore", store.toString(),
                "-storepass", PASSWORD).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start().waitFor();
        if (code != 0) {
            throw new IOException("no key");
        }
    }
}
