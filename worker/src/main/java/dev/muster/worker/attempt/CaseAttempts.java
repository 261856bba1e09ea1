package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.Traffic.Waiting;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.script.Scripts;
import dev.muster.common.target.Environment;
import dev.muster.common.target.NotAllowed;
import dev.muster.common.target.Protocols;
import dev.muster.common.template.TemplateException;
import dev.muster.common.time.Deadline;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.call.Caller;
import dev.muster.worker.conversation.CaseEnd;
import dev.muster.worker.conversation.CaseTime;
import dev.muster.worker.conversation.ConversationContext;
import dev.muster.worker.conversation.Conversations;
import dev.muster.worker.conversation.Ending;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.conversation.QuestionContext;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.setup.CaseSetups;
import dev.muster.worker.setup.PreparedCase;
import dev.muster.worker.setup.SetupFailed;
import dev.muster.worker.sql.Databases;
import dev.muster.worker.sql.ReadOnlyDatabases;
import dev.muster.worker.sql.ReadOnlyLogin;

/**
 * Runs a case from its hooks to its result: sets up, resolves the agents, plays the conversation, cleans up, reports.
 */
public final class CaseAttempts implements Attempts {

    /** To all databases together, because they serve others too. */
    private static final int MOST_CONNECTIONS = 4;
    /** The hook variable that names an existing conversation. */
    private static final String THREAD_ID = "THREAD_ID";
    /** For fetching a run's files and waiting for a hook slot; generous, because neither is the case's fault. */
    private static final Duration FETCHED_WITHIN = Duration.ofMinutes(30);

    private final Protocols protocols;
    private final Environment environment;
    private final CaseSetups setups;
    private final Conversations conversations;
    private final AttemptClocks clocks;
    private final RandomGenerator random;
    private final Traffic traffic;
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);
    private final MaskTables tables = new MaskTables();
    private final ReadOnlyLogin login = new ReadOnlyLogin();

    /** @param traffic rate limits of calls to agents */
    public CaseAttempts(Protocols protocols, Environment environment, CaseSetups setups, HumanUsers people,
            AttemptClocks clocks, RandomGenerator random, Traffic traffic) {
        this.protocols = protocols;
        this.environment = environment;
        this.setups = setups;
        this.conversations = new Conversations(people, clocks.pause(), clocks.ticker());
        this.clocks = clocks;
        this.random = random;
        this.traffic = traffic;
    }

    @Override
    public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
        var result = new ResultBuilder(order, clocks.clock(), clocks.ticker());
        var skip = order.testCase().skip();
        if (skip != null) {
            return new Attempted(result.ended(Verdict.skipped(Cause.SKIPPED, skip)), false);
        }
        var secrets = new AttemptSecrets(order, environment, tables);
        try {
            gate.due(Deadline.in(setupTime(order), clocks.ticker()));
            if (!order.testCase().setup().hooks().isEmpty()) {
                gate.waitsFor(new Waiting("the hooks of case " + order.testCase().identity().id() + " have not ended",
                        false, "timeout", setupTime(order)));
            }
            return converse(result, gate, setups.prepare(order), secrets);
        } catch (SetupFailed e) {
            return new Attempted(secrets.clean(result.ended(e.verdict())), e.again());
        }
    }

    @Override
    public CaseResult unfinished(CaseOrder order, Verdict why) {
        return new ResultBuilder(order, clocks.clock(), clocks.ticker()).ended(why);
    }

    /** Returns the time that its hooks may take. Neither that nor waiting for a hook slot is charged to the case. */
    private static Duration setupTime(CaseOrder order) {
        return order.testCase().setup().hooks().stream().map(Hook::timeout).reduce(FETCHED_WITHIN, Duration::plus);
    }

    /** Always calls {@code after}, and masks all secrets. */
    private Attempted converse(ResultBuilder builder, CallGate gate, PreparedCase prepared, AttemptSecrets secrets)
            throws InterruptedException {
        secrets.add(prepared.secrets());
        var before = clocks.pauses().lost();
        var attempted = attempt(builder, gate, prepared, secrets);
        var lost = clocks.pauses().lost().minus(before);
        if (lost.isPositive() && PausedTimes.mayHaveFailed(attempted.result(), lost)) {
            attempted = new Attempted(PausedTimes.voided(attempted.result(), lost), true);
        }
        gate.due(Deadline.in(Scripts.LONGEST_CALL, clocks.ticker()));
        var warning = prepared.after(attempted.result());
        var result = warning.map(attempted.result()::warning).orElse(attempted.result());
        return new Attempted(secrets.clean(result), attempted.again());
    }

    private Attempted attempt(ResultBuilder result, CallGate gate, PreparedCase prepared, AttemptSecrets secrets)
            throws InterruptedException {
        var order = result.order;
        prepared.variables().printed(THREAD_ID).filter(named -> !named.isBlank()).ifPresent(result::begunAs);
        try {
            var caller = new Caller(gate, order.settings().retry(), random, clocks.pause(), traffic, secrets.values());
            var deadline = Deadline.in(order.settings().timeout(), clocks.pauses());
            gate.due(deadline);
            var parties = new CalledParties(protocols, environment, order, prepared, secrets);
            var helpers = new HelperSession(parties.helpers(), prepared.scripts(), caller, deadline);
            var target = parties.target();
            var databases = parties.databases();
            var ending = play(new ConversationContext(order.testCase(), QuestionContext.of(order), target, helpers,
                    databases.isEmpty() ? Databases.NONE
                            : new ReadOnlyDatabases(databases, connections, login, environment.hosts()),
                    caller, new CaseTime(deadline, result.clock()), result.traceId(), prepared.variables(),
                    order.target().agent().manners().awaiting()), result);
            return new Attempted(result.ended(ending), ending.end().again());
        } catch (EnvReferences.UndefinedVariable e) {
            return infrastructure(result,
                    "agent " + order.target().id() + " can't be called: " + e.getMessage() + " on this worker");
        } catch (NotAllowed e) {
            return infrastructure(result, String.valueOf(e.getMessage()));
        } catch (TemplateException e) {
            return new Attempted(result.ended(CaseEnd.of(e).verdict()), false);
        }
    }

    private static Attempted infrastructure(ResultBuilder result, String error) {
        return new Attempted(result.ended(Verdict.error(Cause.INFRASTRUCTURE, error)), false);
    }

    /** Reports the usage, however the conversation ends. */
    private Ending play(ConversationContext context, ResultBuilder result) throws InterruptedException {
        var caller = context.caller();
        var helpers = context.helpers();
        try {
            return conversations.play(context);
        } catch (InterruptedException e) {
            throw new AttemptAborted(caller.target(), helpers.usageAndTime());
        } finally {
            caller.hangUp();
            result.addWaited(caller.waited().plus(helpers.waited()));
            result.addUsage(caller.target(), helpers.usageAndTime());
        }
    }
}
