package dev.muster.deploy.demo;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * The expense agent's script, which depends only on the history: type, amount, a draft, a yes, a reference. It has one
 * deliberate bug for the demo to find: asked for the limit on equipment, it looks up the right one and states an old
 * one.
 */
final class ExpenseScript {

    private static final Pattern YES = Pattern.compile("^\\W*(yes|yep|sure|ok|okay|confirm|go ahead|submit)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NO = Pattern.compile("^\\W*(no|cancel|stop|never mind)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern POLICY = Pattern.compile("\\b(policy|limit|allowed|maximum|at most)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final BigDecimal OLD_EQUIPMENT_LIMIT = BigDecimal.valueOf(1500);

    private ExpenseScript() {}

    /** @param history at least one message; the last one is answered */
    static List<Act> answer(List<DemoMessage> history) {
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

    private static boolean offeredBefore(List<DemoMessage> history) {
        return Claim.in(history.subList(0, history.size() - 1)).isComplete();
    }

    private static List<Act> decide(List<DemoMessage> history, Claim claim, Claim.Type type, BigDecimal amount,
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
                "I have drafted a %s expense of %s. Shall I submit it?".formatted(type.word(), Claim.text(amount))));
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
}
