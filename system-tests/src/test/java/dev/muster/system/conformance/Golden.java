package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** Compares output with a document's own example of it. Times compare by their shape. */
final class Golden {

    private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)?s\\b");

    private static final String BETWEEN_TURNS = "  │";

    private final Trial trial;

    private Golden(Trial trial) {
        this.trial = trial;
    }

    /** Returns a sentence for each difference; none where the document shows no output. */
    static List<String> differences(Trial trial, Outcome outcome) throws IOException {
        return trial.example().kind().equals("output") ? new Golden(trial).differences(outcome) : List.of();
    }

    private List<String> differences(Outcome outcome) throws IOException {
        var file = trial.example().text("file");
        var golden = Files.readString(Resources.folder("conformance/" + file));
        return file.contains("console") ? console(corrected(golden), outcome.console())
                : Within.differences("result", Json.MAPPER.readTree(golden), outcome.result());
    }

    /** Where the example contradicts itself, the index has what it should say. */
    private String corrected(String golden) {
        var text = golden;
        for (var each : trial.get("corrected").properties()) {
            if (!text.contains(each.getKey())) {
                throw new IllegalStateException("the example does not say " + each.getKey());
            }
            text = text.replace(each.getKey(), each.getValue().stringValue());
        }
        return text;
    }

    /** Compares line by line; lines that only Muster writes begin as the index says. */
    private List<String> console(String wanted, String found) {
        var left = new ArrayList<>(lines(found).toList());
        var missing = new ArrayList<String>();
        for (var line : lines(wanted).toList()) {
            while (!left.isEmpty() && !left.getFirst().equals(line) && isBeside(left.getFirst())) {
                left.removeFirst();
            }
            if (left.isEmpty() || !left.getFirst().equals(line)) {
                missing.add("wanted " + line + ", found " + (left.isEmpty() ? "the end" : left.getFirst()));
                return missing;
            }
            left.removeFirst();
        }
        // what is left stands below the summary
        return missing;
    }

    /** Further lines below the heading are Muster's own. */
    private boolean isBeside(String line) {
        return line.isBlank() || line.startsWith("ℹ ") || line.equals(BETWEEN_TURNS)
                || Trials.items(trial.get("beside")).map(JsonNode::stringValue)
                        .anyMatch(line::startsWith);
    }

    private static Stream<String> lines(String text) {
        return text.lines().map(line -> TIME.matcher(line.stripTrailing()).replaceAll("0s"));
    }
}
