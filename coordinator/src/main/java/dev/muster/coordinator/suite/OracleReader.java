package dev.muster.coordinator.suite;

import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.OracleKind;
import dev.muster.common.assertion.OracleKind.Setting;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.located.Nearest;
import dev.muster.coordinator.located.Node;
import dev.muster.coordinator.located.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads an oracle and its configuration, and compiles it once to see that a worker will be able to. */
final class OracleReader {

    private static final List<String> NAMES = Stream.of(OracleKind.values()).map(OracleKind::wire).toList();

    private final SoundChecks sound;
    private final Faults faults;

    OracleReader(SoundChecks sound, Faults faults) {
        this.sound = sound;
        this.faults = faults;
    }

    /** Empty, with a fault, for a name that no oracle has. */
    Optional<OracleKind> kind(String name, Position at) {
        var kind = OracleKind.named(name);
        if (kind.isEmpty()) {
            var near = Nearest.hint(name, NAMES);
            faults.add(at, "unknown oracle '" + name + "'"
                    + (near.isEmpty() ? "; there are " + String.join(", ", NAMES) : near));
        }
        return kind;
    }

    /**
     * @param key of the oracle's name
     * @return null, with a fault, when there is no such oracle
     */
    Check.@Nullable Oracle oracle(Fields fields, String key, Outcomes outcomes) {
        var name = fields.needed(key, "an oracle");
        var kind = name == null || name.isBlank() ? Optional.<OracleKind>empty() : kind(name, fields.at(key));
        var config = fields.any("config");
        if (kind.isEmpty()) {
            return null;
        }
        int before = faults.pending();
        var settings = config == null ? null : Fields.of(config, "'config'", faults);
        if (settings != null) {
            check(settings, kind.get());
        }
        var check = oracle(kind.get(), config == null ? empty() : config.json(), outcomes);
        return faults.pending() == before ? sound(check, kind.get(), outcomes, fields.at(key)) : check;
    }

    private static Check.Oracle oracle(OracleKind kind, JsonNode config, Outcomes outcomes) {
        return new Check.Oracle(kind.wire(), config.isObject() ? config : empty(), outcomes.json());
    }

    /** One that is called by what is expected. */
    Check.Oracle implied(Outcomes.Implied implied, Outcomes outcomes) {
        var config = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(implied.config()).forEach(config::put);
        return sound(oracle(implied.kind(), config, outcomes), implied.kind(), outcomes, implied.at());
    }

    private static JsonNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static void check(Fields config, OracleKind kind) {
        for (var setting : new TreeMap<>(kind.settings()).entrySet()) {
            check(config, setting.getKey(), setting.getValue());
        }
        config.done();
    }

    private static void check(Fields config, String name, Setting setting) {
        var _ = switch (setting) {
            case TEXT -> config.text(name);
            case TEXTS -> config.any(name) instanceof Node.Scalar ? config.text(name) : config.texts(name);
            case FLAG -> config.flag(name);
            case WHOLE -> config.whole(name, 0, Integer.MAX_VALUE);
            case NUMBER -> config.number(name, 0, Double.MAX_VALUE);
            case ANY -> config.any(name);
        };
    }

    /** With something to be filled in it can only be compiled when it is run. */
    private Check.Oracle sound(Check.Oracle check, OracleKind kind, Outcomes outcomes, Position at) {
        if (!TemplateNames.any(check.config().toString()) && !TemplateNames.any(check.expected().toString())) {
            var place = outcomes.at(kind, check.config().path("mode").asString(""));
            sound.trouble(check).ifPresent(sentence -> faults.add(place == null ? at : place, sentence));
        }
        return check;
    }

    /** Weights by oracle. */
    Map<OracleKind, Double> weights(Fields weights) {
        var read = new TreeMap<OracleKind, Double>();
        for (var name : weights.members().keySet()) {
            var weight = weights.number(name, 0, Double.MAX_VALUE);
            kind(name, weights.at(name)).filter(kind -> weight != null).ifPresent(kind -> read.put(kind, weight));
        }
        return read;
    }
}
