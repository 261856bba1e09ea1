package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads {@code quarantine}: every entry has an owner, a reason and an expiry date. */
final class QuarantineReader {

    private static final int LONGEST = 1_000;
    private static final Map<String, Mode> MODES = Map.of("mute", Mode.MUTE, "skip", Mode.SKIP);

    private final Set<String> agents;
    private final Faults faults;

    QuarantineReader(Set<String> agents, Faults faults) {
        this.agents = agents;
        this.faults = faults;
    }

    List<QuarantineEntry> read(Fields configuration) {
        if (configuration.list("quarantine").size() > LONGEST) {
            configuration.fault("quarantine", "a quarantine has at most " + LONGEST + " entries; fix some of the "
                    + "cases, or name several with one pattern");
            return List.of();
        }
        return configuration.objects("quarantine", "an entry of 'quarantine'", this::entry);
    }

    private @Nullable QuarantineEntry entry(Fields fields) {
        int before = faults.pending();
        var cases = needed(fields, "case", "the key of a case, or a pattern such as tests/refunds.yaml#*");
        var owner = needed(fields, "owner", "who is responsible for fixing the case");
        var reason = needed(fields, "reason", "why the case is not reliable");
        var agent = fields.known("agent", "agent", agents);
        var mode = mode(fields);
        var expires = expires(fields);
        return cases == null || owner == null || reason == null || mode == null || expires == null
                || faults.pending() > before ? null
                        : new QuarantineEntry(cases, agent, mode, owner, reason, expires,
                                faults.file() + ":" + fields.at().line());
    }

    private static @Nullable String needed(Fields fields, String name, String what) {
        var text = fields.plain(name);
        if (!fields.has(name) || (text != null && text.isBlank())) {
            fields.missing("an entry of 'quarantine' needs '" + name + "': " + what, name);
            return null;
        }
        return text;
    }

    private static @Nullable Mode mode(Fields fields) {
        var mode = needed(fields, "mode", "mute (it runs but does not count) or skip (it does not run)");
        return mode == null ? null
                : fields.choice("mode", MODES, word -> "'mode' is mute (it runs but does not count)"
                        + " or skip (it does not run), not '" + word + "'");
    }

    private static @Nullable LocalDate expires(Fields fields) {
        var day = needed(fields, "expires", "the last day on which it applies, such as 2026-12-31");
        try {
            return day == null ? null : LocalDate.parse(day);
        } catch (DateTimeException e) {
            fields.fault("expires", "'expires' is a day such as 2026-12-31, not '" + day + "'");
            return null;
        }
    }
}
