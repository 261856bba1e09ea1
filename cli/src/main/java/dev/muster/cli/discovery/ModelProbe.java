package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.mapping.AnswerMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/**
 * Finds a server of models by its list of models or by its path, and sends it the message in each of its interfaces.
 */
final class ModelProbe implements ProtocolProbe {

    static final List<ModelApi> ALL = List.of(ModelApi.values());
    static final Models NO_MODELS = Models.of(null);
    /** With what servers answer that can't stream. */
    private static final Set<Integer> NO_STREAM = Set.of(400, 422, 500, 501);

    @Override
    public @Nullable FoundAgent probe(Site site) throws NotFound, InterruptedException {
        var address = site.address();
        var whole = ModelApi.whole(address.base());
        for (var base : address.modelBases()) {
            var models = Models.of(site.description(base + "/models" + address.query()));
            if (models.isAnthropics() || !models.names().isEmpty()) {
                var usual = models.isAnthropics() ? List.of(ModelApi.MESSAGES) : ALL;
                var found = send(site, base, whole.isEmpty() ? usual : whole, models);
                if (found != null) {
                    return found;
                }
            }
        }
        return whole.isEmpty() && !address.base().endsWith("/v1") ? null
                : send(site, address.modelBases().getFirst(), whole.isEmpty() ? ALL : whole, NO_MODELS);
    }

    /** Sends the message to each interface until one is there; returns null when none is. */
    static @Nullable FoundAgent send(Site site, String base, List<ModelApi> interfaces, Models models)
            throws NotFound, InterruptedException {
        for (var api : interfaces) {
            var url = api.at(base, site.address().query());
            var streamed = site.post(url, api.body(models.best(), true), Map.of());
            if (interfaces.size() == 1 || !streamed.isNowhere() || streamed.body().contains("model")) {
                return found(site, url, api, api.agent(base, site.address().query(), models.names()), models.best(),
                        streamed);
            }
            site.report("HTTP " + streamed.status() + ": the message reached no agent");
        }
        return null;
    }

    private static FoundAgent found(Site site, String url, ModelApi api, Draft agent, @Nullable String model,
            PeekAnswer streamed) throws NotFound, InterruptedException {
        boolean isWhole = api.takesWhole() && !takesStreams(streamed, api);
        var answer = isWhole ? whole(site, url, api.body(model, false), streamed) : streamed;
        site.refusals().refuse(answer, url,
                agent.guess("model", StringNode.valueOf(Objects.requireNonNullElse(model, "NAME"))));
        var frames = AnswerMap.frames(answer.body());
        if (!api.answers(frames)) {
            throw new NotFound("POST " + url + " is answered with HTTP " + answer.status() + ", but not as "
                    + api.title() + " answers: " + OneLine.of(answer.body()));
        }
        return api.found(answer.equals(streamed) ? agent : agent.with("stream", BooleanNode.FALSE), model, frames);
    }

    /** Whether a request for a stream was answered, or refused for another reason than the stream. */
    private static boolean takesStreams(PeekAnswer answer, ModelApi api) {
        return answer.isGood() ? !answer.isWhole() || answer.unreadable() != null
                || api.answers(AnswerMap.frames(answer.body())) : !NO_STREAM.contains(answer.status());
    }

    /** Returns the answer in one piece; the earlier one where this one is no better. */
    private static PeekAnswer whole(Site site, String url, JsonNode body, PeekAnswer streamed)
            throws NotFound, InterruptedException {
        site.report("HTTP " + streamed.status() + ", and no answer: " + OneLine.of(streamed.body())
                + "; retrying without streaming (stream: false)");
        var answer = site.post(url, body, Map.of());
        return answer.isGood() || !streamed.isGood() ? answer : streamed;
    }
}
