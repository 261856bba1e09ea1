package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.Target;
import dev.muster.common.result.CaseResult;
import dev.muster.common.target.Environment;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.common.time.HeavyWork;
import dev.muster.worker.judging.ReplyWeight;

/** The secrets of one attempt, which its result must not show. Calls add those that they learn. */
final class AttemptSecrets {

    private final CaseOrder order;
    private final MaskTables tables;
    private final List<String> values;

    /**
     * Begins with the values of all variables that an order names, and of those that are always secret. They are known
     * before anything is called: a hook may print one and fail.
     */
    AttemptSecrets(CaseOrder order, Environment environment, MaskTables tables) {
        this.order = order;
        this.tables = tables;
        this.values = new ArrayList<>(environment.secrets());
        var names = new TreeSet<>(EnvironmentNames.in(order.testCase()));
        addNames(order.target(), names);
        order.parties().helpers().values().forEach(helper -> addNames(helper, names));
        order.settings().databases().values().forEach(database -> {
            names.addAll(EnvReferences.in(database.url()));
            names.addAll(EnvReferences.in(database.user()));
            names.addAll(EnvReferences.in(database.password()));
        });
        names.forEach(name -> environment.value(name).ifPresent(values::add));
    }

    private static void addNames(Target target, Set<String> names) {
        names.addAll(target.agent().endpoint().environment());
        var connector = target.connector();
        if (connector != null) {
            names.addAll(EnvReferences.in(connector.url()));
            connector.headers().values().forEach(value -> names.addAll(EnvReferences.in(value)));
        }
    }

    void add(Collection<String> more) {
        values.addAll(more);
    }

    /** Returns the list itself, which grows. */
    List<String> values() {
        return values;
    }

    /** Masks the secrets, and marks the messages that were sent as the case's definition has them. */
    CaseResult clean(CaseResult result) throws InterruptedException {
        return HeavyWork.run(ReplyWeight.isHeavy(result),
                () -> new Sanitizer(tables.of(values, order.settings().redact()))
                        .clean(result, order.testCase().conversation().opening()));
    }
}
