package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.Webhook;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.config.Notice;
import dev.muster.common.json.Json;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.report.RunVerdict;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.NewsKind;

/** Tells the addresses of {@code notify} how a run ended. What does not arrive is a warning: the verdict stands. */
public final class Notices {

    private final List<Filled> notices;
    private final AllowedHosts allowed;
    private final CommandContext here;

    /** @param name the address as written, which shows no secret */
    private record Filled(String name, String url, Map<String, String> headers, Notice.When when) {}

    private Notices(List<Filled> notices, AllowedHosts allowed, CommandContext here) {
        this.notices = notices;
        this.allowed = allowed;
        this.here = here;
    }

    /** @throws BadInput before the run when an address or a header needs a variable that is not set */
    public static Notices of(List<Notice> notices, Environment environment, CommandContext here) throws BadInput {
        try {
            return new Notices(notices.stream().map(notice -> filled(notice, environment)).toList(),
                    environment.hosts(), here);
        } catch (EnvReferences.UndefinedVariable e) {
            throw new BadInput("notify: " + e.getMessage() + "; set it, or leave the entry out");
        }
    }

    private static Filled filled(Notice notice, Environment environment) {
        var headers = new LinkedHashMap<String, String>();
        notice.headers().forEach((name, value) -> headers.put(name, EnvReferences.resolve(value, environment::value)));
        return new Filled(notice.url(), EnvReferences.resolve(notice.url(), environment::value), headers,
                notice.when());
    }

    public void tell(EndedRun ended, String agents) {
        for (var notice : notices) {
            if (isMeant(notice.when(), ended)) {
                Webhook.post(notice.url(), notice.headers(), Json.MAPPER.writeValueAsBytes(document(ended, agents)),
                        allowed).ifPresent(
                                trouble -> here.err().println("warning: notify " + notice.name()
                                        + " was not notified of the end of the run: " + trouble));
            }
        }
    }

    private static boolean isMeant(Notice.When when, EndedRun ended) {
        return switch (when) {
            case ALWAYS -> true;
            case NOT_PASSED -> ended.code() != Exit.OK;
            case NEWLY_FAILING -> ended.news().baseline() == null ? ended.code() != Exit.OK
                    : ended.news().of(NewsKind.NEWLY_FAILING) > 0;
        };
    }

    private static String newlyFailing(EndedRun ended) {
        long cases = ended.news().of(NewsKind.NEWLY_FAILING);
        return cases == 0 ? "" : ", " + cases + " newly failing";
    }

    /** {@code text} alone is what chats such as Slack show. */
    private static Object document(EndedRun ended, String agents) {
        var run = ended.stored();
        var json = Json.MAPPER.createObjectNode();
        json.put("text", "Muster, " + String.join(", ", run.settings().inputs()) + " with " + agents
                + ": " + RunVerdict.of(ended.summary(), run.state()) + newlyFailing(ended) + " (run " + run.id() + ")");
        json.put("run", run.id()).put("agents", agents).put("state", run.state().wire()).put("exit_code", ended.code());
        run.settings().inputs().forEach(json.putArray("inputs")::add);
        run.settings().about().labels().forEach(json.putObject("labels")::put);
        RunJson.counts(json, ended.summary());
        if (ended.news().baseline() != null) {
            json.put("baseline", ended.news().baseline());
            ended.news().groups().forEach(group -> json.put(group.kind().wire(), group.cases()));
        }
        return json.put("duration_ms", ended.took().toMillis());
    }
}
