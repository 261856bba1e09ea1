package dev.muster.common.agent.openai;

import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AnswerFormat;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol;
import dev.muster.common.agent.http.ReplyAssembler;
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
        if (request.format() instanceof AnswerFormat.Embeddings(var texts)) {
            return new Sending(below(request.endpoint().url(), "/embeddings"), request.endpoint().headers(),
                    EmbeddingsAnswer.body(request.endpoint().model(), texts),
                    reply -> new EmbeddingsAnswer(texts.size(), reply));
        }
        if (request.endpoint().access() instanceof Access.Responses access) {
            return responses(request, access.stored());
        }
        return new Sending(below(request.endpoint().url(), PATH), request.endpoint().headers(),
                ChatBody.of(request), reply -> {
                    warn(request.options(), reply);
                    return new OpenAiAnswer(request.callsBefore(), reply);
                });
    }

    private static Sending responses(AgentRequest request, boolean stored) throws UnsendableContent {
        var body = ResponsesBody.of(request, stored);
        var context = new ResponsesContext(request.messages().size(), body.input(), stored,
                body.json().has("previous_response_id"));
        return new Sending(below(request.endpoint().url(), "/responses"), request.endpoint().headers(), body.json(),
                reply -> {
                    warn(request.options(), reply);
                    return new ResponsesAnswer(context, reply);
                });
    }

    private static void warn(Options options, ReplyAssembler reply) {
        if (!options.skip().isEmpty() || options.search() != null || options.mode() != null || !options.metadata()
                .isEmpty()) {
            reply.warnings()
                    .add("openai takes no options but connector: skip, search, mode and metadata were not sent");
        }
    }
}
