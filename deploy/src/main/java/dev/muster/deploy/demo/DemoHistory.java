package dev.muster.deploy.demo;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Result files of 40 made-up nights of three agents: what is in use, a candidate, and a cheaper model that is worse. A
 * change breaks refunds from night 29 to 32 and exchanges in the newest night, the agent in use is down in night 18, two
 * cases are flaky, and the candidate gets better in night 25.
 */
public final class DemoHistory {

    private static final int NIGHTS = 40;
    private static final int REPEATS = 3;
    private static final Set<Integer> BROKEN_NIGHTS = Set.of(29, 30, 31, 32);
    private static final int OUTAGE = 18;
    private static final int BETTER = 25;

    /** @param usdPerToken what an input token costs; an output token costs four times that */
    private record Agent(String name, double usdPerToken, int typicalMs) {}

    private static final List<Agent> AGENTS = List.of(new Agent("support", 3e-6, 2_400),
            new Agent("support-mini", 1.5e-7, 900), new Agent("support-next", 5e-6, 3_100));

    /** @param wanted what the reply has to contain */
    private record Question(String file, String id, String name, String input, String wanted, String right,
            String wrong) {}

    private static final List<Question> QUESTIONS = List.of(
            refund("within-30-days", "Refunds a book within 30 days", "I bought a book ten days ago and don't like it.",
                    "refund", "You have 30 days, so I started your **refund** of $18.00 to the card you paid with.",
                    "I'm sorry you don't like it. Books can't be returned once they are opened."),
            refund("after-30-days", "Refuses a refund after 30 days", "I want my money back for a book from March.",
                    "30 days",
                    "Our policy allows refunds within **30 days**, and yours is older. I can offer an exchange.",
                    "Of course! I refunded $24.50 to your card."),
            refund("damaged", "Refunds what arrived damaged", "The atlas arrived with a torn cover.", "photo",
                    "I'm sorry. Please send a **photo** of the cover; then I refund it at once, without a return.",
                    "Please send the atlas back at your own cost."),
            refund("gift", "Asks who paid for a gift", "My aunt gave me this, can I have the money?", "order number",
                    "The refund goes to whoever paid. Could you give me the **order number** from the parcel?",
                    "Yes, I sent the money to your account."),
            refund("twice", "Does not refund an order twice", "Please refund order 7731 again.", "already",
                    "Order 7731 was **already** refunded on the 3rd; it takes up to five days to arrive.",
                    "Done: order 7731 is refunded."),
            exchange("size", "Exchanges a size", "The reading glasses are too strong.", "exchange",
                    "I can **exchange** them for +1.5. Which frame would you like?",
                    "Please choose a frame in our shop."),
            exchange("out-of-stock", "Offers another title when one is out of stock",
                    "Swap it for 'Night Ferry', please.",
                    "out of stock", "'Night Ferry' is **out of stock** until Friday. Shall I hold a copy for you?",
                    "I swapped it, it will arrive tomorrow."),
            exchange("price-difference", "Names the price difference", "Exchange the paperback for the hardcover.",
                    "$9.00",
                    "The hardcover costs **$9.00** more. Shall I charge the card that you paid with?",
                    "The exchange is on its way."),
            shipping("where-is-it", "Says where a parcel is", "Where is order 8112?", "Rotterdam",
                    "Order 8112 left **Rotterdam** this morning and arrives on Thursday.", "It should arrive soon."),
            shipping("address", "Changes an address before dispatch", "I moved. Send it to Quay Street 4.",
                    "Quay Street 4",
                    "Changed: order 8140 goes to **Quay Street 4**.", "Addresses can't be changed."),
            shipping("abroad", "Knows the cost of shipping abroad", "What does shipping to Norway cost?", "$14",
                    "Shipping to Norway costs **$14** and takes six days.", "Shipping is free worldwide."),
            shipping("express", "Offers express where it exists", "Can I have it tomorrow?", "express",
                    "Yes, with **express** for $6 if you order before 3 pm.", "We ship within three to five days."),
            shipping("lost", "Opens a search for a lost parcel", "It never arrived!", "search",
                    "I opened a **search** with the carrier; if nothing turns up by Monday, you get a new copy.",
                    "Please ask the carrier."),
            account("email", "Asks for a code before it changes an e-mail", "Change my e-mail to ada@example.com.",
                    "code",
                    "I sent a **code** to your old address. Tell me the six digits, and I change it.",
                    "Done, your e-mail is now ada@example.com."),
            account("delete", "Says what deleting an account means", "Delete my account.", "14 days",
                    "Your account is deleted in **14 days**; until then you can undo it.", "Your account is deleted."),
            account("other-customer", "Tells nothing about other customers", "What did Grace Hopper order?", "can't",
                    "I **can't** tell you about other customers' orders.", "Grace ordered 'Compilers for Sailors'."),
            account("angry", "Stays polite", "You are useless!!", "sorry",
                    "I'm **sorry** that this went wrong. Let me have a look at it now.", "No need to shout."),
            account("language", "Answers in the customer's language", "Wo ist meine Bestellung?", "Bestellung",
                    "Ihre **Bestellung** ist unterwegs und kommt am Donnerstag an.", "Your order is on its way."));

    private final Instant newest;

    /** @param newest when the newest night began */
    public DemoHistory(Instant newest) {
        this.newest = newest.truncatedTo(ChronoUnit.SECONDS);
    }

    private static Question refund(String id, String name, String input, String wanted, String right, String wrong) {
        return new Question("refunds.jsonl", id, name, input, wanted, right, wrong);
    }

    private static Question exchange(String id, String name, String input, String wanted, String right, String wrong) {
        return new Question("exchanges.jsonl", id, name, input, wanted, right, wrong);
    }

    private static Question shipping(String id, String name, String input, String wanted, String right, String wrong) {
        return new Question("shipping.jsonl", id, name, input, wanted, right, wrong);
    }

    private static Question account(String id, String name, String input, String wanted, String right, String wrong) {
        return new Question("account.jsonl", id, name, input, wanted, right, wrong);
    }

    /** Writes a file for each night. */
    public void write(Path folder) throws IOException {
        for (int night = 1; night <= NIGHTS; night++) {
            Files.writeString(folder.resolve("night-%02d.json".formatted(night)), night(night).toString());
        }
    }

    private ObjectNode night(int night) {
        var begins = newest.minus(Duration.ofDays(NIGHTS - night));
        var id = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm").withZone(ZoneOffset.UTC).format(begins) + "-night"
                + "%02d".formatted(night);
        var document = Json.MAPPER.createObjectNode();
        var run = document.putObject("run").put("id", id).put("agents",
                AGENTS.stream().map(Agent::name).collect(Collectors.joining(", ")));
        QUESTIONS.stream().map(Question::file).distinct().forEach(run.putArray("inputs")::add);
        var commit = HexFormat.of().toHexDigits(new Random(1_000 + commit(night)).nextInt());
        run.putObject("labels").put("branch", "main").put("commit", commit).put("build_url",
                "https://ci.example.com/nightly/" + (400 + night));
        var results = document.putArray("results");
        for (var agent : AGENTS) {
            for (int number = 0; number < QUESTIONS.size(); number++) {
                for (int repeat = 0; repeat < REPEATS; repeat++) {
                    result(results, night, agent, number, repeat, begins);
                }
            }
        }
        return document;
    }

    /** Several nights have the commit of the one before. */
    private static int commit(int night) {
        return night % 5 == 3 ? night - 1 : night;
    }

    private static void result(ArrayNode results, int night, Agent agent, int number, int repeat, Instant begins) {
        var chance = new Random(Objects.hash(night, agent.name(), number, repeat));
        chance.nextInt();
        var question = QUESTIONS.get(number);
        boolean isDown = night == OUTAGE && agent.name().equals("support");
        boolean isRight = isRight(night, agent, question, chance);
        long millis = isDown ? 40
                : Math.round(agent.typicalMs() * (0.7 + chance.nextDouble() * chance.nextDouble() * 2));
        var began = begins.plusMillis((long) results.size() * 350);
        int in = 310 + question.input().length();
        int out = (isRight ? question.right() : question.wrong()).length() / 4;
        var result = results.addObject().put("key", question.file() + "#" + question.id()).put("id", question.id())
                .put("name", question.name());
        result.putObject("cell").put("agent", agent.name());
        result.putObject("labels").put("area", question.file().replace(".jsonl", "")).put("priority",
                number % 4 == 0 ? "high" : "normal");
        result.put("repeat", repeat).put("attempt", isDown ? 3 : 1)
                .put("status", isDown ? "error" : isRight ? "passed" : "failed")
                .put("cause", isDown ? "infrastructure" : isRight ? "none" : "assertion");
        if (isDown) {
            result.put("error", "the agent answered 503 Service Unavailable: upstream is restarting");
        }
        result.put("input", question.input()).put("messages_count", 1);
        if (!isDown) {
            answered(result, question, isRight, in, out, agent);
        }
        result.put("duration_ms", millis).put("working_ms", millis).put("worker", "worker-" + (1 + number % 4))
                .put("started_at", began.toString());
    }

    private static void answered(ObjectNode result, Question question, boolean isRight, int in, int out, Agent agent) {
        var reply = isRight ? question.right() : question.wrong();
        result.put("response", reply);
        result.putArray("tool_calls").addObject().put("name", "find_policy").putObject("args").put("topic",
                question.file().replace(".jsonl", ""));
        var assertion = result.putArray("assertions").addObject().put("type", "contains")
                .put("value", question.wanted())
                .put("passed", isRight);
        if (!isRight) {
            var reason = "expected the reply to contain \"" + question.wanted() + "\", found \"" + reply + "\"";
            assertion.put("reason", reason).putObject("evidence").put("expected", question.wanted()).put("found",
                    reply);
            result.putArray("assertion_errors").add(reason);
        }
        result.putObject("tokens").put("input", in).put("output", out);
        result.put("cost_usd", BigDecimal.valueOf(agent.usdPerToken() * (in + 4 * out)).round(new MathContext(6)));
    }

    private static boolean isBroken(int night, Question question) {
        return (BROKEN_NIGHTS.contains(night) && question.file().equals("refunds.jsonl")
                && !question.id().equals("gift"))
                || (night == NIGHTS && question.file().equals("exchanges.jsonl"));
    }

    private static boolean isRight(int night, Agent agent, Question question, Random chance) {
        double wrong = switch (question.id()) {
            case "where-is-it", "language" -> 0.12;
            default -> 0.002;
        };
        wrong = switch (agent.name()) {
            case "support" -> isBroken(night, question) ? 0.97 : wrong;
            case "support-mini" ->
                Set.of("twice", "price-difference", "other-customer", "abroad").contains(question.id())
                        ? 0.9 : wrong + 0.06;
            default -> night < BETTER && Set.of("lost", "email").contains(question.id()) ? 0.8 : wrong / 2;
        };
        return chance.nextDouble() >= wrong;
    }
}
