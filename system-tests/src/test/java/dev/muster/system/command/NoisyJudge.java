package dev.muster.system.command;

import module java.base;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.ScriptedModel.Call;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * Servers for rubrics: an agent that echoes, a judge that finds replies with {@code good} well and is wrong as often as
 * it is told to be, one that refuses the form of its answer, one that talks nonsense, and a model that makes embeddings.
 */
final class NoisyJudge implements AutoCloseable {

    private static final String FORM = "response_format";

    private final ScriptedModel model = ScriptedModel.start();
    private final Random random = new Random(21);
    final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger moods = new AtomicInteger();
    final List<JsonNode> asked = Collections.synchronizedList(new ArrayList<>());

    NoisyJudge(Path project) throws IOException {
        model.on("/shop", call -> completion(call.newest()))
                .on("/sure", call -> judge(call, prompt -> verdict(prompt, 0)))
                .on("/noisy", call -> judge(call, prompt -> verdict(prompt, 0.3)))
                .on("/babbler", call -> judge(call, _ -> "I like it very much."))
                .on("/moody", call -> judge(call,
                        prompt -> moods.incrementAndGet() == 3 ? "Hm." : verdict(prompt, 0)))
                .on("/plain", this::plain)
                .on("/embed", NoisyJudge::embeddings);
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop" }
                  critic: { protocol: openai, url: "%1$s/sure", helper: true, instructions: You are a critic. }
                  slow: { protocol: openai, url: "%1$s/sure", helper: true, limits: { requests_per_minute: 120 } }
                connectors:
                  sure: { url: "%1$s/sure", model: j, headers: { Authorization: "Bearer ${ENV.JUDGE_KEY}" }, pricing: { input_per_million: 1000, output_per_million: 0 } }
                  noisy: { url: "%1$s/noisy", model: j }
                  plain: { url: "%1$s/plain", model: j }
                  babbler: { url: "%1$s/babbler", model: j }
                  moody: { url: "%1$s/moody", model: j }
                  embed: { url: "%1$s/embed", model: e }
                defaults: { agent: shop, judge: sure, embeddings: embed }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 1s }
                """.formatted(model.url()));
    }

    @Override
    public void close() {
        model.close();
    }

    private static Answer completion(String text) {
        return Answer.text(text).using(1000, 1);
    }

    private Answer judge(Call call, UnaryOperator<String> verdict) {
        asked.add(call.body());
        return completion(verdict.apply(call.newest()));
    }

    /** Refuses the form of an answer, and a temperature. */
    private Answer plain(Call call) {
        if (call.body().has(FORM) || call.body().has("temperature")) {
            refusals.incrementAndGet();
            return Answer.error(400, "unknown parameter");
        }
        return judge(call, prompt -> "Here you are:\n```json\n" + verdict(prompt, 0) + "\n```");
    }

    /** Reads only what stands in the fence of the reply. */
    private String verdict(String prompt, double error) {
        var reply = Pattern.compile("<<<REPLY (t[0-9a-f]{32})\n(.*)\n\\1 REPLY>>>", Pattern.DOTALL).matcher(prompt);
        boolean wrong;
        synchronized (random) {
            wrong = random.nextDouble() < error;
        }
        boolean passed = (reply.find() && reply.group(2).contains("good")) != wrong;
        return Json.MAPPER.createObjectNode().put("reason", passed ? "it says good" : "it does not say good")
                .put("passed", passed).put("score", passed ? 0.9 : 0.1).toString();
    }

    /** As long as the text, and as many vowels: near for texts that are alike. */
    private static Answer embeddings(Call call) {
        var answer = Json.MAPPER.createObjectNode();
        var data = answer.putArray("data");
        var input = call.body().path("input");
        for (int n = input.size() - 1; n >= 0; n--) {
            var text = input.path(n).asString("");
            data.addObject().put("index", n).putArray("embedding").add(text.contains("sent") ? 1.0 : 0.0)
                    .add(text.contains("lost") ? 1.0 : 0.0).add(call.path().endsWith("/embeddings") ? 0.1 : -1);
        }
        return Answer.json(answer);
    }
}
