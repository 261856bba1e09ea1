package dev.muster.cli.embedded;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.cli.files.PrivateFile;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The logins to an embedded broker, by SCRAM: {@code coordinator} and {@code worker}, each with a random password in
 * the broker's folder and with the rights that docs/kafka-access.md lists. The broker itself logs in by a password that
 * is new at each start and leaves this process nowhere.
 *
 * @param fleet the one fleet that they may use
 */
public record BrokerLogins(Path folder, String fleet, String own) {

    public static final String COORDINATOR = "coordinator";
    public static final String WORKER = "worker";

    private static final String BROKER = "broker";
    private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_512;
    private static final int ITERATIONS = 4096;
    private static final long PATIENCE_S = 30;
    private static final String SCRAM_MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule required";
    private static final String PLAIN_MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    BrokerLogins(Path folder, String fleet) {
        this(folder, fleet, PrivateFile.secret());
    }

    /** Returns the file with a login's password, in the broker's folder. */
    public static Path passwordFile(Path folder, String login) {
        return folder.resolve(login + ".password");
    }

    /**
     * Returns the settings of a Kafka client with a login of a broker that runs.
     *
     * @throws EmbeddedServerException if the password can't be read
     */
    public static Map<String, String> client(Path folder, String login) {
        var password = EmbeddedServerException.telling("Cannot read the password of " + login, ".",
                () -> Files.readString(passwordFile(folder, login)).strip());
        return Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", MECHANISM.mechanismName(),
                "sasl.jaas.config", SCRAM_MODULE + " username=\"" + login + "\" password=\"" + password + "\";");
    }

    /** Returns the settings of a broker that accepts no other login. */
    Properties settings() {
        var login = PLAIN_MODULE + " username=\"" + BROKER + "\" password=\"" + own + "\" user_" + BROKER + "=\"" + own
                + "\";";
        return EmbeddedServerException.telling("Cannot read the settings of the broker", ".", () -> {
            var settings = new Properties();
            settings.load(new StringReader(BuildFile.text("/broker-logins.properties").replace("{login}", login)));
            return settings;
        });
    }

    /** Makes the logins and their rights on a broker that runs; takes away rights of before. */
    void make(String address) {
        var login = Map.<String, Object>of("bootstrap.servers", address, "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN", "sasl.jaas.config",
                PLAIN_MODULE + " username=\"" + BROKER + "\" password=\"" + own + "\";");
        try (var admin = Admin.create(login)) {
            admin.alterUserScramCredentials(List.of(login(COORDINATOR), login(WORKER))).all().get(PATIENCE_S,
                    TimeUnit.SECONDS);
            var rights = rights(fleet);
            var found = new HashSet<>(admin.describeAcls(AclBindingFilter.ANY).values().get(PATIENCE_S,
                    TimeUnit.SECONDS));
            admin.createAcls(rights.stream().filter(each -> !found.contains(each)).toList()).all().get(PATIENCE_S,
                    TimeUnit.SECONDS);
            found.removeAll(rights);
            admin.deleteAcls(found.stream().map(AclBinding::toFilter).toList()).all().get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new EmbeddedServerException("The embedded broker in " + folder + " did not accept its logins: "
                    + EmbeddedServerException.reason(e) + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("The embedded broker in " + folder + " was interrupted.", e);
        }
    }

    /** Returns all rights of a fleet; to read or to write includes to describe. */
    static Set<AclBinding> rights(String fleet) {
        var rights = new LinkedHashSet<AclBinding>();
        rights.add(new AclBinding(new ResourcePattern(ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL),
                allowed(COORDINATOR, AclOperation.DESCRIBE)));
        for (var topic : List.of("cases", "results", "workers", "control")) {
            add(rights, COORDINATOR, fleet, topic, AclOperation.CREATE, AclOperation.DESCRIBE_CONFIGS,
                    AclOperation.READ);
        }
        add(rights, COORDINATOR, fleet, "cases", AclOperation.WRITE, AclOperation.ALTER);
        add(rights, COORDINATOR, fleet, "workers", AclOperation.WRITE);
        add(rights, COORDINATOR, fleet, "control", AclOperation.WRITE);
        add(rights, WORKER, fleet, "cases", AclOperation.READ);
        add(rights, WORKER, fleet, "control", AclOperation.READ);
        add(rights, WORKER, fleet, "results", AclOperation.WRITE);
        add(rights, WORKER, fleet, "workers", AclOperation.WRITE);
        return rights;
    }

    private static void add(Set<AclBinding> rights, String login, String fleet, String topic,
            AclOperation... operations) {
        for (var operation : operations) {
            rights.add(new AclBinding(new ResourcePattern(ResourceType.TOPIC, fleet + "." + topic, PatternType.LITERAL),
                    allowed(login, operation)));
        }
    }

    private static AccessControlEntry allowed(String login, AclOperation operation) {
        return new AccessControlEntry("User:" + login, "*", operation, AclPermissionType.ALLOW);
    }

    private UserScramCredentialAlteration login(String name) {
        var password = EmbeddedServerException.telling("Cannot store the password of " + name, ".",
                () -> PrivateFile.keep(passwordFile(folder, name), PrivateFile::secret));
        return new UserScramCredentialUpsertion(name, new ScramCredentialInfo(MECHANISM, ITERATIONS), password);
    }
}
