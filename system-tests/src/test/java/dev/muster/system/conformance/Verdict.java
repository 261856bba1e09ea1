package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** Compares the outcome of a trial with the index; everything not named there is free. */
final class Verdict {

    /** These describe the run; everything else describes its only case. */
    private static final Set<String> OF_THE_RUN = Set.of("passed", "failed", "skipped", "exit", "failed_cases",
            "asked", "target_calls", "writes", "in_flight_at_most", "error_names", "cases", "awaiting");

    private final Trial trial;
    private final Outcome outcome;
    private final List<String> differences = new ArrayList<>();

    private Verdict(Trial trial, Outcome outcome) {
        this.trial = trial;
        this.outcome = outcome;
    }

    /** Returns a sentence for each difference. */
    static List<String> differences(Trial trial, Outcome outcome) throws IOException {
        var verdict = new Verdict(trial, outcome);
        if (!trial.refused().isEmpty()) {
            return verdict.refusal();
        }
        verdict.differences.addAll(outcome.oddities());
        verdict.exit();
        for (var each : trial.result().properties()) {
            verdict.hold(each.getKey(), each.getValue());
        }
        verdict.differences.addAll(Golden.differences(trial, outcome));
        return verdict.differences;
    }

    private List<String> refusal() {
        same("exit", Json.MAPPER.valueToTree(2), outcome.exit());
        told(trial.refused());
        same("calls of the agent", Json.MAPPER.valueToTree(0), outcome.scene().calls("agent"));
        return differences;
    }

    private void told(String sentence) {
        if (!(outcome.console() + outcome.errors()).contains(sentence)) {
            differences.add("nothing says: " + sentence);
        }
    }

    private void exit() {
        if (!trial.result().has("exit")) {
            same("exit", Json.MAPPER.valueToTree(switch (trial.get("expect").asString("pass")) {
                case "fail" -> 1;
                case "skip", "error" -> 2;
                default -> 0;
            }), outcome.exit());
        }
    }

    private void hold(String key, JsonNode wanted) throws IOException {
        if (OF_THE_RUN.contains(key)) {
            run(key, wanted);
        } else {
            ofCase(key, wanted);
        }
    }

    private void run(String key, JsonNode wanted) throws IOException {
        switch (key) {
            case "exit" -> same(key, wanted, outcome.exit());
            case "failed_cases" -> wanted.properties().forEach(each -> within("cause of " + each.getKey(),
                    each.getValue(), outcome.result(each.getKey()).path("cause")));
            case "cases" -> wanted.properties().forEach(each -> within("status of " + each.getKey(), each.getValue(),
                    outcome.result(each.getKey()).path("status")));
            case "awaiting" -> wanted.properties().forEach(each -> within("what follows from " + each.getKey(),
                    each.getValue(), outcome.result(each.getKey()).path("turns").path(0).path("awaiting_reason")));
            case "asked" -> same(key, wanted, outcome.asked());
            case "target_calls" -> same(key, wanted, outcome.scene().calls("agent"));
            case "writes" -> writes(wanted);
            case "error_names" -> told(wanted.stringValue());
            case "in_flight_at_most" -> {
                if (outcome.scene().mostAtOnce() > wanted.intValue()) {
                    differences.add(outcome.scene().mostAtOnce() + " calls at once, not " + wanted);
                }
            }
            default -> same(key, wanted, outcome.count(key));
        }
    }

    private void writes(JsonNode wanted) throws IOException {
        for (var each : wanted.properties()) {
            var written = outcome.project().resolve(each.getKey());
            same("cases in " + each.getKey(), each.getValue(), Files.readAllLines(written).stream()
                    .map(line -> Json.MAPPER.readTree(line).path("id").asString()).toList());
        }
    }

    private void ofCase(String key, JsonNode wanted) {
        var result = outcome.result();
        switch (key) {
            case "turns_run" -> same(key, wanted, turns("passed", "failed", "error").size());
            case "failed_turn" -> same(key, wanted, turns("failed", "error").stream().findFirst().orElse(0));
            case "not_run" -> same(key, wanted, turns("skipped"));
            case "tools" -> same(key, wanted, tools());
            case "threads" -> same(key, wanted, outcome.scene().threads());
            case "calls" -> same(key, wanted, outcome.scene().calls("agent"));
            case "turns" -> wanted.forEach(this::turn);
            case "fails" -> same(key, wanted, Fault.all(result));
            case "missing" -> within("missing checkpoints", wanted, Json.MAPPER.valueToTree(missing()));
            case "messages_count" -> {
                if (wanted.isObject()) {
                    wanted.properties().forEach(each -> within("messages_count of " + each.getKey(), each.getValue(),
                            outcome.result(each.getKey()).path("messages_count")));
                } else {
                    within(key, wanted, result.path(key));
                }
            }
            case "reason" -> within(key, wanted, Fault.first(result).path("reason"));
            case "oracles" -> same(key, wanted, oracles(result.path("final_assertions"), result.path("turns").size()));
            case "compare" -> {
                // the golden file has it
            }
            default -> within(key, wanted, result.path(key));
        }
    }

    private void turn(JsonNode wanted) {
        int number = wanted.path("turn").intValue();
        var found = outcome.result().path("turns").path(number - 1);
        var seen = found.isObject() ? found.asObject().deepCopy() : Json.MAPPER.createObjectNode();
        seen.set("oracles", oracles(found.path("assertions"), number));
        within("turn " + number, wanted, seen);
    }

    /** In the words of the index. */
    private static JsonNode oracles(JsonNode assertions, int turn) {
        var all = Json.MAPPER.createArrayNode();
        Trials.items(assertions).filter(each -> each.has("oracle"))
                .forEach(each -> all.addObject().put("type", each.path("oracle").stringValue())
                        .put("mode", each.path("config").path("mode").asString("")).put("turn", turn)
                        .set("score", each.path("score")));
        return all;
    }

    private List<String> missing() {
        return Trials.items(outcome.result().path("checkpoints")).filter(each -> !each.path("passed").booleanValue())
                .map(each -> each.path("id").stringValue()).toList();
    }

    private List<String> tools() {
        return Trials.items(outcome.result().path("turns")).flatMap(turn -> Trials.items(turn.path("tool_calls")))
                .map(call -> call.path("name").stringValue()).toList();
    }

    private List<Integer> turns(String... statuses) {
        var turns = outcome.result().path("turns");
        return IntStream.range(0, turns.size())
                .filter(turn -> Set.of(statuses).contains(turns.path(turn).path("status").asString("")))
                .mapToObj(turn -> turn + 1).toList();
    }

    private void same(String what, JsonNode wanted, Object found) {
        within(what, wanted, Json.MAPPER.valueToTree(found));
    }

    private void within(String what, JsonNode wanted, JsonNode found) {
        differences.addAll(Within.differences(what, wanted, found));
    }
}
