package dev.muster.cli.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import dev.muster.cli.demo.ScriptedAgent.Act;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The expense agent: AG-UI, with tools of its own, state and usage. */
record ExpenseAgent(ScriptedAgent.AnswerStream.Pace pace) implements ScriptedAgent {

    @Override
    public void answer(HttpExchange exchange, JsonNode request, List<ScriptedAgent.DemoMessage> history)
            throws IOException {
        try (var stream = ScriptedAgent.AnswerStream.open(exchange, pace)) {
            var run = new Run(stream, request.path("threadId").asString("thread"),
                    request.path("runId").asString("run"));
            run.start();
            for (var act : ExpenseScript.answer(history)) {
                run.perform(act);
            }
            run.finish(history.stream().mapToInt(said -> ScriptedAgent.tokens(said.text())).sum());
        }
    }

    /** An AG-UI run, written event by event. */
    private static final class Run {

        private final ScriptedAgent.AnswerStream stream;
        private final String threadId;
        private final String runId;
        private int ids;
        private int words;

        Run(ScriptedAgent.AnswerStream stream, String threadId, String runId) {
            this.stream = stream;
            this.threadId = threadId;
            this.runId = runId;
        }

        void start() throws IOException {
            stream.send(run("RUN_STARTED"));
        }

        void perform(Act act) throws IOException {
            switch (act) {
                case Act.Say say -> say(say.text());
                case Act.Use use -> use(use);
                case Act.Ask ask -> call(nextId("call"), ask.tool(), ask.arguments().toString());
                case Act.Show show -> stream.send(event("STATE_SNAPSHOT").set("snapshot", show.state()));
                case Act.Change change -> stream.send(event("STATE_DELTA").set("delta", change.patch()));
            }
        }

        void finish(int inputTokens) throws IOException {
            var finished = run("RUN_FINISHED");
            finished.putObject("outcome").put("type", "success");
            finished.putArray("usage").addObject().put("model", "scripted").put("inputTokens", inputTokens)
                    .put("outputTokens", words);
            stream.send(finished);
        }

        private void say(String text) throws IOException {
            var id = nextId("message");
            stream.send(event("TEXT_MESSAGE_START").put("messageId", id).put("role", "assistant"));
            for (var word : ScriptedAgent.AnswerStream.words(text)) {
                stream.pause();
                stream.send(event("TEXT_MESSAGE_CONTENT").put("messageId", id).put("delta", word));
                words++;
            }
            stream.send(event("TEXT_MESSAGE_END").put("messageId", id));
        }

        private void use(Act.Use use) throws IOException {
            var id = nextId("call");
            call(id, use.tool(), use.arguments().toString());
            stream.pause();
            stream.send(event("TOOL_CALL_RESULT").put("messageId", nextId("message")).put("toolCallId", id)
                    .put("role", "tool").put("content", use.result().toString()));
        }

        private void call(String id, String tool, String arguments) throws IOException {
            stream.send(event("TOOL_CALL_START").put("toolCallId", id).put("toolCallName", tool));
            int half = arguments.length() / 2;
            stream.send(event("TOOL_CALL_ARGS").put("toolCallId", id).put("delta", arguments.substring(0, half)));
            stream.pause();
            stream.send(event("TOOL_CALL_ARGS").put("toolCallId", id).put("delta", arguments.substring(half)));
            stream.send(event("TOOL_CALL_END").put("toolCallId", id));
            words++;
        }

        private ObjectNode run(String type) {
            return event(type).put("threadId", threadId).put("runId", runId);
        }

        private String nextId(String kind) {
            ids++;
            return runId + "-" + kind + "-" + ids;
        }

        private static ObjectNode event(String type) {
            return Json.MAPPER.createObjectNode().put("type", type);
        }
    }

    /**
     * The expense agent's script, which depends only on the history: type, amount, a draft, a yes, a reference. It has one
     * deliberate bug for the demo to find: asked for the limit on equipment, it looks up the right one and states an old
     * one.
     */
    static final class ExpenseScript {

        private static final Pattern YES = Pattern.compile("^\\W*(yes|yep|sure|ok|okay|confirm|go ahead|submit)\\b",
                Pattern.CASE_INSENSITIVE);
        private static final Pattern NO = Pattern.compile("^\\W*(no|cancel|stop|never mind)\\b",
                Pattern.CASE_INSENSITIVE);
        private static final Pattern POLICY = Pattern.compile("\\b(policy|limit|allowed|maximum|at most)\\b",
                Pattern.CASE_INSENSITIVE);
        private static final BigDecimal OLD_EQUIPMENT_LIMIT = BigDecimal.valueOf(1500);

        /** @param history at least one message; the last one is answered */
        static List<Act> answer(List<ScriptedAgent.DemoMessage> history) {
            var claim = Claim.in(history);
            var last = history.getLast().text();
            if (claim.type() == null) {
                return say(claim.state("open"), "What type of expense is it: travel, meals or equipment?");
            }
            if (POLICY.matcher(last).find()) {
                return explain(claim.type());
            }
            if (claim.amount() == null) {
                return say(claim.state("open"), "How much did you spend on " + claim.type().word() + "?");
            }
            if (claim.amount().compareTo(claim.type().limit()) > 0) {
                return refuse(claim, claim.type(), claim.amount());
            }
            return offeredBefore(history) ? decide(history, claim, claim.type(), claim.amount(), last)
                    : draft(claim, claim.type(), claim.amount());
        }

        private static boolean offeredBefore(List<ScriptedAgent.DemoMessage> history) {
            return Claim.in(history.subList(0, history.size() - 1)).isComplete();
        }

        private static List<Act> decide(List<ScriptedAgent.DemoMessage> history, Claim claim, Claim.Type type,
                BigDecimal amount,
                String last) {
            if (NO.matcher(last).find()) {
                return say(claim.state("dropped"), "All right, nothing was filed.");
            }
            if (YES.matcher(last).find()) {
                boolean drafted = history.stream().anyMatch(said -> said.tools().contains("create_expense"));
                return submit(claim, type, amount, drafted);
            }
            return draft(claim, type, amount);
        }

        private static List<Act> draft(Claim claim, Claim.Type type, BigDecimal amount) {
            return List.of(create(type, amount), new Act.Show(claim.state("draft")), new Act.Say(
                    "I have drafted a %s expense of %s. Shall I submit it?".formatted(type.word(),
                            Claim.text(amount))));
        }

        private static List<Act> submit(Claim claim, Claim.Type type, BigDecimal amount, boolean drafted) {
            var acts = new ArrayList<Act>();
            if (!drafted) {
                acts.add(create(type, amount));
            }
            acts.add(new Act.Show(claim.state("draft")));
            acts.add(new Act.Change(replaceStatus("submitted")));
            acts.add(new Act.Say("Your %s expense of %s is submitted. Reference: %s".formatted(type.word(),
                    Claim.text(amount), reference(type, amount))));
            return acts;
        }

        private static List<Act> refuse(Claim claim, Claim.Type type, BigDecimal amount) {
            return List.of(lookUp(type), new Act.Show(claim.state("refused")), new Act.Say(
                    "I can't file %s for %s: the policy stops at %s. Please ask your manager for an exception."
                            .formatted(Claim.text(amount), type.word(), Claim.text(type.limit()))));
        }

        private static List<Act> explain(Claim.Type type) {
            var told = type == Claim.Type.EQUIPMENT ? OLD_EQUIPMENT_LIMIT : type.limit();
            return List.of(lookUp(type), new Act.Say(
                    "For %s the policy allows up to %s per expense.".formatted(type.word(), Claim.text(told))));
        }

        private static List<Act> say(JsonNode state, String text) {
            return List.of(new Act.Show(state), new Act.Say(text));
        }

        private static Act lookUp(Claim.Type type) {
            var arguments = Json.MAPPER.createObjectNode().put("type", type.word());
            return new Act.Use("get_policy", arguments,
                    arguments.deepCopy().put("limit", type.limit()).put("currency", "USD"));
        }

        private static Act create(Claim.Type type, BigDecimal amount) {
            var arguments = Json.MAPPER.createObjectNode().put("type", type.word()).put("amount", amount);
            return new Act.Use("create_expense", arguments,
                    Json.MAPPER.createObjectNode().put("reference", reference(type, amount)).put("status", "draft"));
        }

        private static JsonNode replaceStatus(String status) {
            var patch = Json.MAPPER.createArrayNode();
            patch.addObject().put("op", "replace").put("path", "/expense/status").put("value", status);
            return patch;
        }

        /** Returns the same reference for the same expense, so that a suite may name it. */
        private static String reference(Claim.Type type, BigDecimal amount) {
            return String.format(Locale.ROOT, "EXP-%04d",
                    (amount.movePointRight(2).longValue() * 7 + type.limit().longValue()) % 10_000);
        }

        /** What a user has told the expense agent so far, amounts in dollars; the latest value counts. */
        private record Claim(@Nullable Type type, @Nullable BigDecimal amount) {

            private static final String NUMBER = "(?:\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,9})(?:\\.\\d{1,2})?";
            private static final Pattern SUM = Pattern.compile(
                    "[$€]\\s?(" + NUMBER + ")|\\b(" + NUMBER + ")\\s?(?:dollars|usd|euros?|eur)\\b|^\\s*(" + NUMBER
                            + ")\\s*$",
                    Pattern.CASE_INSENSITIVE);

            /** The types of expenses, each with the highest amount in dollars that the policy allows. */
            enum Type {
                TRAVEL(4000, "travel|trip|train|flight|hotel|taxi"),
                MEALS(75, "meals?|lunch|dinner|breakfast"),
                EQUIPMENT(1000, "equipment|laptop|monitor|keyboard|headset|chair");

                private final BigDecimal limit;
                private final Pattern words;

                Type(int limit, String words) {
                    this.limit = BigDecimal.valueOf(limit);
                    this.words = Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE);
                }

                /** Returns the type that a text mentions. */
                static Optional<Type> in(String text) {
                    for (var type : values()) {
                        if (type.words.matcher(text).find()) {
                            return Optional.of(type);
                        }
                    }
                    return Optional.empty();
                }

                BigDecimal limit() {
                    return limit;
                }

                String word() {
                    return name().toLowerCase(Locale.ROOT);
                }
            }

            static Claim in(List<ScriptedAgent.DemoMessage> history) {
                @Nullable
                Type type = null;
                @Nullable
                BigDecimal amount = null;
                for (var said : history) {
                    if (said.by("user")) {
                        type = Type.in(said.text()).orElse(type);
                        amount = dollars(said.text()).orElse(amount);
                    }
                }
                return new Claim(type, amount);
            }

            boolean isComplete() {
                return type != null && amount != null;
            }

            /** Returns the agent's state: {@code {expense: {status, type?, amount?}}}. */
            ObjectNode state(String status) {
                var state = Json.MAPPER.createObjectNode();
                var expense = state.putObject("expense").put("status", status);
                if (type != null) {
                    expense.put("type", type.word());
                }
                if (amount != null) {
                    expense.put("amount", amount);
                }
                return state;
            }

            /** Returns the sum of all amounts in a text; a bare number counts only when it is alone. */
            private static Optional<BigDecimal> dollars(String text) {
                return SUM.matcher(text).results()
                        .map(found -> found.group(1) != null ? found.group(1)
                                : found.group(2) != null ? found.group(2) : found.group(3))
                        .map(number -> new BigDecimal(number.replace(",", "")))
                        .reduce(BigDecimal::add);
            }

            /** {@code $1,240} or {@code $86.50}. */
            static String text(BigDecimal amount) {
                boolean whole = amount.stripTrailingZeros().scale() <= 0;
                return whole ? String.format(Locale.ROOT, "$%,d", amount.toBigInteger())
                        : String.format(Locale.ROOT, "$%,.2f", amount);
            }
        }
    }
}
