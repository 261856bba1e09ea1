package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.log.JsonLines;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CiLabels;
import dev.muster.common.access.HostRule;
import dev.muster.common.access.Tls;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.status.ListenAddress;
import dev.muster.coordinator.client.CasePicking;
import dev.muster.coordinator.client.ConversationOptions;
import dev.muster.coordinator.client.RunBounds;
import dev.muster.coordinator.client.RunMatrix;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.file.Form;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Groups of options: those of {@code muster run}, which has many, and those that several commands have. */
final class OptionGroups {

    /** As often as a suite's {@code retries} may say. */
    static final int MOST_TRIES = SuiteLimits.MOST_RETRIES;
    private static final int MOST_PORT = 65_535;

    /** @throws BadInput with the sentence, if what it says is the case */
    static void refuse(boolean wrong, String sentence) throws BadInput {
        if (wrong) {
            throw new BadInput(sentence);
        }
    }

    static void refusePort(int port) throws BadInput {
        refuse(port < 0 || port > MOST_PORT, "--port takes a whole number from 0 to " + MOST_PORT);
    }

    /** The options that select cases of the inputs. */
    static final class PickOptions {

        @Option(names = {"-k",
            "--filter"}, paramLabel = "EXPR", description = "Only cases that match: a part of id, name or key, /RE2/, label:NAME=VALUE, file:PART, is:failed, is:changed; ! before it excludes. Repeatable: all must hold.")
        private List<String> filters = new ArrayList<>();

        @Option(names = "--failed", description = "Only cases whose newest verdict is not a pass: -k is:failed.")
        private boolean failed;

        @Option(names = "--shard", paramLabel = "I/N", description = "Only one of N parts of the cases, the same in every run: for CI without a fleet.")
        private @Nullable String shard;

        CasePicking picking() {
            var all = new ArrayList<>(filters);
            if (failed) {
                all.add("is:failed");
            }
            return new CasePicking(all, shard);
        }
    }

    /** The options that say which agents to ask the cases of a run, and how often. */
    static final class MatrixOptions {

        /** The limit of a case, too. */
        private static final int MOST_REPEATS = 10_000;

        @Option(names = {"-n",
            "--name"}, paramLabel = "AGENT", description = "Id of the agent under test. Several make a matrix.")
        private List<String> agents = new ArrayList<>();

        @Option(names = {"-c",
            "--connector"}, paramLabel = "CONNECTOR", description = "Connector for the agent under test. Several make a matrix.")
        private List<String> connectors = new ArrayList<>();

        @Option(names = "--repeat", paramLabel = "N", defaultValue = "1", description = "Run every case N times in each cell of the matrix (default: ${DEFAULT-VALUE}; a case's own repeat wins).")
        private int repeat;

        @Option(names = "--stop-repeats", description = "No more repeats of a case in a cell once one did not pass.")
        private boolean stopRepeats;

        void check() throws BadInput {
            refuse(repeat < 1 || repeat > MOST_REPEATS, "--repeat takes a whole number from 1 to " + MOST_REPEATS);
        }

        RunMatrix across() {
            return new RunMatrix(agents, connectors, repeat, stopRepeats);
        }
    }

    /** The options that say who answers an agent that waits for input. */
    static final class ConversingOptions {

        private static final List<String> ANSWERS = Arrays.stream(OnMissingInput.values())
                .map(answer -> answer.name().toLowerCase(Locale.ROOT)).toList();

        @Option(names = "--simulator", paramLabel = "REF", description = "Simulator of cases that name none: an agent's id, agents:ID or scripts:ID.")
        private @Nullable String simulator;

        @Option(names = "--interactive", description = "Ask at the terminal when an agent waits and no simulator answers.")
        private boolean interactive;

        @Option(names = "--skip-interactive", description = "Never ask at the terminal, also where a case wants it; cases that wait then are skipped, and the gate accepts that.")
        private boolean skipInteractive;

        @Option(names = "--on-missing-input", paramLabel = "WHAT", description = "When an agent waits and nobody answers: skip, fail or end (default: what the case says, else skip, which fails the gate where no assertion was tried).")
        private @Nullable String onMissingInput;

        /** @param person whether a human user can be asked where the cases run; if not, no case asks */
        ConversationOptions conversing(boolean person) throws BadInput {
            return new ConversationOptions(simulator, interactive, skipInteractive || !person, answer(),
                    skipInteractive);
        }

        boolean isInteractive() {
            return interactive;
        }

        private @Nullable OnMissingInput answer() throws BadInput {
            if (onMissingInput == null) {
                return null;
            }
            refuse(!ANSWERS.contains(onMissingInput),
                    "--on-missing-input takes skip, fail or end, not " + onMissingInput);
            return OnMissingInput.valueOf(onMissingInput.toUpperCase(Locale.ROOT));
        }
    }

    /** The options that limit a run, and its priority. */
    static final class LimitOptions {

        @Option(names = "--max-cost", paramLabel = "USD", description = "Stop when the calls of the run cost more, by the pricing of their connectors.")
        private @Nullable BigDecimal maxCost;

        @Option(names = "--max-errors", paramLabel = "N", description = "Stop when more cases ended in an error.")
        private @Nullable Integer maxErrors;

        @Option(names = "--max-duration", paramLabel = "DURATION", description = "Stop when the run has been going on for longer; pauses do not count.")
        private @Nullable Duration maxDuration;

        @Option(names = "--priority", paramLabel = "N", defaultValue = "0", description = "Beside other runs of the fleet: more is sooner (default: ${DEFAULT-VALUE}).")
        private int priority;

        @Option(names = "--retry-failed", paramLabel = "N", defaultValue = "0", description = "Tries more for a case that failed; one that then passes is flaky (default: ${DEFAULT-VALUE}).")
        private int retryFailed;

        RunBounds within() {
            return new RunBounds(new RunLimits(maxCost, maxErrors, maxDuration), priority, retryFailed);
        }

        void check() throws BadInput {
            refuse(maxCost != null && maxCost.signum() <= 0, "--max-cost takes US dollars, more than 0, such as 2.50");
            refuse(maxErrors != null && maxErrors < 0,
                    "--max-errors takes a whole number of 0 or more; with 0 the first error stops the run");
            refuse(maxDuration != null && maxDuration.isZero(), "--max-duration takes more than 0, such as 30m");
            refuse(retryFailed < 0 || retryFailed > MOST_TRIES,
                    "--retry-failed takes a whole number from 0 to " + MOST_TRIES);
            refuse(priority < -100 || priority > 100, "--priority takes a whole number from -100 to 100");
        }

        /** Without any price a cost limit would have no effect. */
        void check(Collection<ConnectorConfig> connectors) throws BadInput {
            refuse(maxCost != null && connectors.stream().map(ConnectorConfig::pricing).noneMatch(Objects::nonNull),
                    "--max-cost counts what connectors say in 'pricing', and no connector of this run has "
                            + "one; add it to muster.yaml, or leave --max-cost out");
        }
    }

    /** The options that name a run, and the start of its random choices. */
    static final class AboutOptions {

        @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the run, such as team=payments; shown in every report, and asked for by muster runs --label. In CI, branch, commit, build_url, base_branch and repository are known. Repeatable.")
        private List<String> labels = new ArrayList<>();

        @Option(names = "--run-key", paramLabel = "KEY", description = "Refuse to start when a run of this key is there already, such as nightly-2026-01-31.")
        private @Nullable String key;

        @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "What random choices begin with; generators and simulators get it as 'seed' (default: ${DEFAULT-VALUE}).")
        private long seed = About.SEED;

        /** @throws RefusedRun with all that is wrong with labels and key */
        About about(Map<String, String> environment) throws RefusedRun {
            var all = new LinkedHashMap<>(CiLabels.of(environment));
            all.putAll(About.labels(labels));
            var about = new About(all, key, seed, null, null);
            if (!about.troubles().isEmpty()) {
                throw new RefusedRun(String.join("\n", about.troubles()));
            }
            return about;
        }
    }

    /** The option that chooses the format of a run's {@code .json} files. */
    static final class JsonForm {

        @Option(names = "--format", paramLabel = "FORM", description = "Form of -o files that end in .json: json, or agent-eval for the names that AgentEval has (default: json).")
        private @Nullable String format;

        /** @param outputs as {@code -o} names them */
        Form of(List<Path> outputs) throws BadInput {
            if (format == null) {
                return Form.JSON;
            }
            var form = Form.named(format).filter(named -> named == Form.JSON || named == Form.AGENT_EVAL)
                    .orElseThrow(() -> new BadInput("--format takes json or agent-eval, not " + format
                            + "; the ending of an -o file picks any other form"));
            refuse(!anyJson(outputs),
                    "--format " + format + " is the form of a .json file: name one with -o FILE.json");
            return form;
        }

        static boolean anyJson(List<Path> outputs) {
            return outputs.stream().anyMatch(output -> output.toString().toLowerCase(Locale.ROOT).endsWith(".json"));
        }
    }

    /** {@code --strict}: whether a suite's warnings are faults. */
    static final class StrictOption {

        @Option(names = "--strict", description = "Warnings are faults: messages and cases without assertions, literal $NAME, entries that match nothing.")
        private boolean strict;

        /** Returns the faults; what is only a warning is printed. */
        List<Fault> faults(Suite suite, Consumer<String> out) {
            return faults(suite.faults(), suite.warnings(), out);
        }

        List<Fault> faults(List<Fault> faults, List<Fault> warnings, Consumer<String> out) {
            if (strict) {
                return Stream.concat(faults.stream(), warnings.stream()).toList();
            }
            warnings.forEach(warning -> out.accept("warning: " + Printable.line(warning.toString())));
            return faults;
        }
    }

    /** The options that let a server speak TLS. */
    static final class TlsOptions {

        @Option(names = "--tls-cert", paramLabel = "FILE", description = "Serve https only: the certificate with those between it and its root, PEM.")
        private @Nullable Path certificate;

        @Option(names = "--tls-key", paramLabel = "FILE", description = "The certificate's private key, PEM, PKCS #8.")
        private @Nullable Path key;

        @Option(names = "--tls-client-ca", paramLabel = "FILE", description = "Let in only who shows a certificate of one of these authorities, PEM.")
        private @Nullable Path authorities;

        Optional<String> key() {
            return Optional.ofNullable(key).map(Path::toString);
        }

        /** @throws BadInput with what is wrong with the address, or with the options for TLS */
        ListenAddress listening(String host, int port, @Nullable String token, @Nullable Coordinators published)
                throws BadInput {
            var address = new ListenAddress(host, port, token,
                    HostRule.of(host, published == null ? List.of() : published.addresses()), server());
            var trouble = address.trouble();
            if (trouble.isPresent()) {
                throw new BadInput(trouble.get());
            }
            return address;
        }

        /** Null for plain HTTP. */
        private @Nullable Tls server() throws BadInput {
            refuse((certificate == null) != (key == null) || (authorities != null && certificate == null),
                    "--tls-cert and --tls-key go together, and --tls-client-ca goes with both");
            try {
                return certificate == null ? null : Tls.of(certificate, key, authorities, true);
            } catch (IOException e) {
                throw new BadInput(String.valueOf(e.getMessage()));
            }
        }
    }

    /** The option for the log format of a fleet's process. */
    static final class LogOptions {

        @Option(names = "--log-format", paramLabel = "text|json", defaultValue = "${env:MUSTER_LOG_FORMAT:-text}", description = "Lines for people, or one JSON object per line ($MUSTER_LOG_FORMAT, default: text).")
        private String format = "text";

        boolean isJson() {
            return "json".equals(format.strip().toLowerCase(Locale.ROOT));
        }

        void apply() throws BadInput {
            switch (format.strip().toLowerCase(Locale.ROOT)) {
                case "text", "" -> {
                    // as in logback.xml
                }
                case "json" -> JsonLines.use();
                default -> throw new BadInput("--log-format takes text or json, not '" + format + "'");
            }
        }
    }
}
