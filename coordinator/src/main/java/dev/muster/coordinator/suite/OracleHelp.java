package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the model or database that an oracle needs in order to judge. */
final class OracleHelp {

    private static final String DATABASE = "database";

    private final SuiteScope scope;
    private final Faults faults;

    OracleHelp(SuiteScope scope) {
        this.scope = scope;
        this.faults = scope.faults();
    }

    /** Returns the check of an oracle judged by a model: the connector {@code model}, or the project's validator. */
    @Nullable
    Check judge(JsonNode config, JsonNode expected, Position at) {
        var model = text(config, "model");
        var ask = model == null ? scope.defaults().validator() : Reference.connector(model);
        if (model != null) {
            scope.targets().modelTrouble(model).ifPresent(sentence -> faults.add(at, sentence));
        }
        if (ask == null) {
            faults.add(at, "the oracle llm-judge has nobody to ask: give it a 'model', which is a connector of the "
                    + "configuration, or set defaults.validator");
        }
        return ask == null ? null : new Check.LlmJudge(new HelperUse(ask, Options.NONE), config, expected);
    }

    /** Returns the check of an SQL oracle; a sole configured database need not be named. */
    @Nullable
    Check sql(JsonNode config, JsonNode expected, Position at) {
        var known = scope.config().targets().databases().keySet();
        var named = text(config, DATABASE);
        var database = named == null && known.size() == 1 ? known.iterator().next() : named;
        if (database == null || (!known.contains(database) && scope.targets().looksAtAgents())) {
            faults.add(at, database == null ? needsOne(known) : unknown(database, known));
            return null;
        }
        return new Check.SqlValidate(((ObjectNode) config).deepCopy().put(DATABASE, database), expected);
    }

    private static @Nullable String text(JsonNode config, String name) {
        return config.path(name).asStringOpt().filter(text -> !text.isBlank()).orElse(null);
    }

    private static String needsOne(Set<String> known) {
        return "the oracle sql-validate needs a 'database'" + list(known);
    }

    private static String unknown(String database, Set<String> known) {
        var near = Nearest.hint(database, known);
        return "unknown database '" + database + "'" + (near.isEmpty() ? list(known) : near);
    }

    private static String list(Set<String> known) {
        return known.isEmpty() ? "; the configuration has none under 'databases'"
                : "; the configuration has " + String.join(", ", known);
    }
}
