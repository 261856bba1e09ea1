package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.Target;
import dev.muster.common.target.Environment;
import dev.muster.common.template.EnvironmentNames;

/** The secrets of the environment, known before anything is called: a hook may print one and fail. */
final class NamedSecrets {

    private NamedSecrets() {}

    /** Returns the values of all variables that an order names, and of those that are always secret. */
    static List<String> of(CaseOrder order, Environment environment) {
        var names = new TreeSet<>(EnvironmentNames.in(order.testCase()));
        add(order.target(), names);
        order.parties().helpers().values().forEach(helper -> add(helper, names));
        order.settings().databases().values().forEach(database -> {
            names.addAll(EnvReferences.in(database.url()));
            names.addAll(EnvReferences.in(database.user()));
            names.addAll(EnvReferences.in(database.password()));
        });
        var values = new ArrayList<>(environment.secrets());
        names.forEach(name -> environment.value(name).ifPresent(values::add));
        return values;
    }

    private static void add(Target target, Set<String> names) {
        names.addAll(EnvReferences.in(target.agent().endpoint().url()));
        target.agent().endpoint().headers().values().forEach(value -> names.addAll(EnvReferences.in(value)));
        var connector = target.connector();
        if (connector != null) {
            names.addAll(EnvReferences.in(connector.url()));
            connector.headers().values().forEach(value -> names.addAll(EnvReferences.in(value)));
        }
    }
}
