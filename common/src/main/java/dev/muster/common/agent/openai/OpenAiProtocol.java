package dev.muster.common.agent.openai;

import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Wanted;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;

/**
 * Speaks OpenAI-compatible chat completions or responses, and embeddings. The connector is already resolved to
 * an endpoint.
 */
public final class OpenAiProtocol extends HttpProtocol {

    private static final String PATH = "/chat/completions";

    public OpenAiProtocol(HttpCalls calls, Ticker ticker) {
        super(calls, ticker);
    }

    @Override
    protected Sending sending(AgentRequest request) throws UnsendableContent {
        if (request.wanted() instanceof Wanted.Embeddings(var texts)) {
            return new Sending(below(request.endpoint().url(), "/embeddings"), request.endpoint().headers(),
                    EmbeddingsAnswer.body(request.endpoint().model(), texts),
                    reception -> new EmbeddingsAnswer(texts.size(), reception));
        }
        if (request.endpoint().access() instanceof Access.Responses access) {
            return responses(request, access.stored());
        }
        return new Sending(below(request.endpoint().url(), PATH), request.endpoint().headers(),
                ChatBody.of(request), reception -> {
                    warn(request.options(), reception);
                    return new OpenAiAnswer(request.callsBefore(), reception);
                });
    }

    private static Sending responses(AgentRequest request, boolean stored) throws UnsendableContent {
        var body = ResponsesBody.of(request, stored);
        var asked = new ResponsesAnswer.Asked(request.messages().size(), body.input(), stored,
                body.json().has("previous_response_id"));
        return new Sending(below(request.endpoint().url(), "/responses"), request.endpoint().headers(), body.json(),
                reception -> {
                    warn(request.options(), reception);
                    return new ResponsesAnswer(asked, reception);
                });
    }

    private static void warn(Options options, Reception reception) {
        if (!options.skip().isEmpty() || options.search() != null || options.mode() != null || !options.metadata()
                .isEmpty()) {
            reception.warnings()
                    .add("openai takes no options but connector: skip, search, mode and metadata were not sent");
        }
    }
}
