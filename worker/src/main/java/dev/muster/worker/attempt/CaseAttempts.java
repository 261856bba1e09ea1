package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.Traffic.Waiting;
import dev.muster.common.agent.Usage;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.config.Protocol;
import dev.muster.common.json.Json;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.Target;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.script.Scripts;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.target.Environment;
import dev.muster.common.target.NotAllowed;
import dev.muster.common.target.Protocols;
import dev.muster.common.target.ResolvedDatabase;
import dev.muster.common.target.ResolvedTarget;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.common.template.Unfilled;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Pauses;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.call.Caller;
import dev.muster.worker.conversation.Conversations;
import dev.muster.worker.conversation.Conversations.Ending;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.conversation.QuestionContext;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.judging.ReplyWeight;
import dev.muster.worker.setup.CaseSetups;
import dev.muster.worker.setup.CaseSetups.PreparedCase;
import dev.muster.worker.setup.SetupFailed;
import dev.muster.worker.sql.Databases;
import dev.muster.worker.sql.ReadOnlyDatabases;
import dev.muster.worker.sql.ReadersLogin;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs a case from its hooks to its result: sets up, resolves the agents, plays the conversation, cleans up, reports.
 *
 * @param traffic rate limits of calls to agents
 */
public record CaseAttempts(Protocols protocols, Environment environment, CaseSetups setups, HumanUsers people,
        Clocks clocks, RandomGenerator random, Traffic traffic, Semaphore connections,
        ReadersLogin login) implements Attempts {

    /** To all databases together, because they serve others too. */
    private static final int MOST_CONNECTIONS = 4;
    /** The hook variable that names an existing conversation. */
    private static final String THREAD_ID = "THREAD_ID";
    /** For fetching a run's files and waiting for a hook slot; generous, because neither is the case's fault. */
    private static final Duration FETCHED_WITHIN = Duration.ofMinutes(30);

    /**
     * The clocks of attempts.
     *
     * @param ticker for durations, as the agent and its users see them
     * @param pauses for the case's deadline: a pause of this process is not the agent's time
     */
    public record Clocks(InstantSource clock, Ticker ticker, Pauses pauses, Pause pause) {}

    public CaseAttempts(Protocols protocols, Environment environment, CaseSetups setups, HumanUsers people,
            Clocks clocks, RandomGenerator random, Traffic traffic) {
        this(protocols, environment, setups, people, clocks, random, traffic,
                new Semaphore(MOST_CONNECTIONS), new ReadersLogin());
    }

    @Override
    public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
        var course = new ResultBuilder(order, clocks.clock(), clocks.ticker());
        var skip = order.testCase().skip();
        if (skip != null) {
            return new Attempted(course.skipped(skip), false);
        }
        try {
            gate.due(Deadline.in(gettingReady(order), clocks.ticker()));
            if (!order.testCase().setup().hooks().isEmpty()) {
                gate.waitsFor(new Waiting("the hooks of case " + order.testCase().identity().id() + " have not ended",
                        false, "timeout", gettingReady(order)));
            }
            return converse(course, gate, setups.prepare(order));
        } catch (SetupFailed e) {
            var told = course.ended(e.verdict());
            return new Attempted(sanitizer(order, secrets(order)).clean(told), e.again());
        }
    }

    @Override
    public CaseResult stopped(CaseOrder order, Stopped why) {
        var course = new ResultBuilder(order, clocks.clock(), clocks.ticker());
        return switch (why) {
            case CANCELLED -> course.cancelled();
            case WORKER_LOST -> course.error(Cause.WORKER_LOST, Verdict.LOST_TOUCH);
        };
    }

    @Override
    public CaseResult lost(CaseOrder order, String how) {
        return new ResultBuilder(order, clocks.clock(), clocks.ticker()).error(Cause.WORKER_LOST, how);
    }

    /** The time its hooks may take. Neither that nor waiting for a hook slot is charged to the case. */
    private static Duration gettingReady(CaseOrder order) {
        return order.testCase().setup().hooks().stream().map(Hook::timeout).reduce(FETCHED_WITHIN, Duration::plus);
    }

    /** Always calls {@code after}, and masks all secrets. */
    private Attempted converse(ResultBuilder course, CallGate gate, PreparedCase prepared) throws InterruptedException {
        var secrets = new ArrayList<>(secrets(course.order));
        secrets.addAll(prepared.secrets());
        var before = clocks.pauses().lost();
        var attempted = attempt(course, gate, prepared, secrets);
        var lost = clocks.pauses().lost().minus(before);
        if (lost.isPositive() && PausedTimes.mayHaveFailed(attempted.result(), lost)) {
            attempted = new Attempted(PausedTimes.voided(attempted.result(), lost), true);
        }
        gate.due(Deadline.in(Scripts.LONGEST_CALL, clocks.ticker()));
        var warning = prepared.after(attempted.result());
        var result = warning.map(attempted.result()::warning).orElse(attempted.result());
        return new Attempted(HeavyWork.run(ReplyWeight.isHeavy(result), () -> sanitizer(course.order, secrets)
                .clean(result, course.order.testCase().conversation().opening())), attempted.again());
    }

    private static Sanitizer sanitizer(CaseOrder order, List<String> secrets) {
        return new Sanitizer(secrets, order.settings().redact());
    }

    private Attempted attempt(ResultBuilder course, CallGate gate, PreparedCase prepared, List<String> secrets)
            throws InterruptedException {
        var order = course.order;
        prepared.variables().printed(THREAD_ID).filter(named -> !named.isBlank()).ifPresent(course::begunAs);
        try {
            var caller = new Caller(gate, order.settings().retry(), random, clocks.pause(), traffic, secrets);
            var deadline = Deadline.in(order.settings().timeout(), clocks.pauses());
            gate.due(deadline);
            var helpers = new HelperSession(helpers(order, prepared, secrets), prepared.scripts(), caller, deadline);
            var cast = new Conversations.Cast(order.testCase(), QuestionContext.of(order),
                    party(order.target(), order, prepared, secrets),
                    helpers, databases(order, prepared, secrets), caller,
                    new Conversations.Cast.Time(deadline, course.clock()), course.traceId(), prepared.variables(),
                    order.target().agent().manners().awaiting());
            var ending = hold(cast, course);
            return new Attempted(course.ended(ending), ending.again());
        } catch (EnvReferences.UndefinedVariable e) {
            return new Attempted(course.error(Cause.INFRASTRUCTURE,
                    "agent " + order.target().id() + " can't be called: " + e.getMessage() + " on this worker"), false);
        } catch (NotAllowed e) {
            return new Attempted(course.error(Cause.INFRASTRUCTURE, String.valueOf(e.getMessage())), false);
        } catch (Unfilled e) {
            return new Attempted(course.ended(Conversations.verdict(e)), false);
        }
    }

    /** Reports the usage, however the conversation ends. */
    private Ending hold(Conversations.Cast cast, ResultBuilder course) throws InterruptedException {
        var caller = cast.caller();
        try {
            return new Conversations(people, clocks.pause(), clocks.ticker()).hold(cast);
        } catch (InterruptedException e) {
            throw new AttemptAborted(caller.target(), cast.helpers().helped());
        } finally {
            caller.hangUp();
            course.waited(caller.waited().plus(cast.helpers().waited()));
            course.took(caller.target(), cast.helpers().helped());
        }
    }

    private Databases databases(CaseOrder order, PreparedCase prepared, List<String> secrets) {
        var databases = new HashMap<String, DatabaseConfig>();
        order.settings().databases().forEach((name, database) -> {
            var resolved = ResolvedDatabase.of(database, environment, prepared.variables());
            secrets.addAll(resolved.secrets());
            databases.put(name, resolved.database());
        });
        return databases.isEmpty() ? Databases.NONE
                : new ReadOnlyDatabases(databases, connections, login, environment.hosts());
    }

    private Map<String, CallableAgent> helpers(CaseOrder order, PreparedCase prepared, List<String> secrets) {
        var helpers = new HashMap<String, CallableAgent>();
        order.parties().helpers().forEach((key, target) -> {
            if (key.equals(target.id())) {
                helpers.put(key, party(target, order, prepared, secrets));
            }
        });
        return helpers;
    }

    private CallableAgent party(Target usual, CaseOrder order, PreparedCase prepared, List<String> secrets) {
        var byConnector = new HashMap<String, Endpoint>();
        order.parties().helpers().forEach((key, target) -> {
            var connector = target.connectorName();
            if (connector != null && key.equals(Target.key(usual.id(), connector))) {
                byConnector.put(connector, endpoint(target, order, prepared, secrets));
            }
        });
        return new CallableAgent(usual.id(), endpoint(usual, order, prepared, secrets),
                protocols.of(usual.agent().endpoint().protocol()), byConnector,
                usual.agent().endpoint().protocol() == Protocol.YAO && !usual.agent().manners().hearsDocument());
    }

    private Endpoint endpoint(Target target, CaseOrder order, PreparedCase prepared, List<String> secrets) {
        var resolved = ResolvedTarget.of(target, environment, prepared.variables(), facts(order.testCase()));
        secrets.addAll(resolved.secrets());
        var custom = target.agent().endpoint().custom();
        return custom == null || custom.http() != null ? resolved.endpoint()
                : resolved.endpoint().through(prepared.agent(custom));
    }

    /** What {@code ${case.…}} stands for. */
    private static JsonNode facts(TestCase testCase) {
        var facts = Json.MAPPER.createObjectNode().put("key", testCase.identity().key())
                .put("id", testCase.identity().id()).put("name", testCase.identity().name());
        testCase.identity().labels().forEach(facts::put);
        facts.set("labels", Json.MAPPER.valueToTree(testCase.identity().labels()));
        facts.set("metadata", Json.MAPPER.valueToTree(testCase.options().metadata()));
        return facts;
    }

    /**
     * Returns the values of all variables that an order names, and of those that are always secret. They are known
     * before anything is called: a hook may print one and fail.
     */
    private List<String> secrets(CaseOrder order) {
        var names = new TreeSet<>(EnvironmentNames.in(order.testCase()));
        addNames(order.target(), names);
        order.parties().helpers().values().forEach(helper -> addNames(helper, names));
        order.settings().databases().values().forEach(database -> {
            names.addAll(EnvReferences.in(database.url()));
            names.addAll(EnvReferences.in(database.user()));
            names.addAll(EnvReferences.in(database.password()));
        });
        var values = new ArrayList<>(environment.secrets());
        names.forEach(name -> environment.value(name).ifPresent(values::add));
        return values;
    }

    private static void addNames(Target target, Set<String> names) {
        names.addAll(target.agent().endpoint().environment());
        var connector = target.connector();
        if (connector != null) {
            names.addAll(EnvReferences.in(connector.url()));
            connector.headers().values().forEach(value -> names.addAll(EnvReferences.in(value)));
        }
    }

    /** An attempt was stopped from outside during its conversation; the usage of its calls until then was paid for. */
    public static final class AttemptAborted extends InterruptedException {

        private final transient Usage target;
        private final transient CaseResult.@Nullable Helped helpers;

        AttemptAborted(Usage target, CaseResult.@Nullable Helped helpers) {
            super("the attempt was stopped");
            this.target = target;
            this.helpers = helpers;
        }

        /** Returns the result that is reported instead of a verdict, with the attempt's usage. */
        public static CaseResult paid(CaseResult stopped, InterruptedException how) {
            return how instanceof AttemptAborted cut ? stopped.with(new CaseResult.Spend(cut.target, cut.helpers))
                    : stopped;
        }
    }
}
