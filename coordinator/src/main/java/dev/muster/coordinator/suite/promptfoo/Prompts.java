package dev.muster.coordinator.suite.promptfoo;

import module java.base;

/** Reads {@code prompts}: texts, files of several prompts, and lists of messages. */
record Prompts(Located config, Sources sources, Losses losses) {

    private static final String[] ENDINGS = {".txt", ".md", ".json", ".jsonl", ".yaml", ".yml", ".csv", ".j2"};

    List<Prompt> all() {
        var prompts = new ArrayList<Prompt>();
        var written = config.get("prompts");
        var expansion = new TestExpansion(config, sources, losses, name -> name);
        for (var item : written == null ? List.<Located>of() : written.items()) {
            expansion.carry(item, each -> {
                if (each.isObject() && each.get("raw") == null && each.get("id") == null) {
                    for (var member : each.members().entrySet()) {
                        add(member.getKey(), member.getValue().text(), prompts);
                    }
                } else {
                    var text = each.isObject() ? each.text(each.get("raw") == null ? "id" : "raw") : each.text();
                    add(String.valueOf(text), each.text("label"), prompts);
                }
            });
        }
        return prompts.isEmpty() ? List.of(new Prompt("prompt-1", "{{prompt}}")) : prompts;
    }

    private void add(String text, @org.jspecify.annotations.Nullable String label, List<Prompt> prompts)
            throws CannotCarry {
        var file = Sources.fileName(text, ENDINGS);
        if (file == null) {
            add(label, List.of(text), prompts);
            return;
        }
        for (var each : sources.all(file)) {
            if (Stream.of(ENDINGS).noneMatch(each::endsWith)) {
                throw new CannotCarry("prompts that '" + each + "' makes are not carried over; write them out");
            }
            add(label, texts(each), prompts);
        }
    }

    private List<String> texts(String file) throws CannotCarry {
        var text = sources.text(file).strip();
        if (file.endsWith(".txt")) {
            var parts = new ArrayList<>(List.of(""));
            text.lines().forEach(line -> {
                if (line.strip().equals("---")) {
                    parts.add("");
                } else {
                    parts.set(parts.size() - 1, parts.getLast() + (parts.getLast().isEmpty() ? "" : "\n") + line);
                }
            });
            return parts.stream().map(String::strip).filter(part -> !part.isEmpty()).toList();
        }
        if (file.endsWith(".jsonl")) {
            return text.lines().filter(line -> !line.isBlank()).toList();
        }
        if (file.endsWith(".csv")) {
            return CsvTests.read("prompt\n" + text, file).stream().map(row -> row.get("vars"))
                    .map(vars -> String.valueOf(vars == null ? "" : vars.text("prompt")))
                    .filter(prompt -> !prompt.equals("prompt")).toList();
        }
        boolean yaml = file.endsWith(".yaml") || file.endsWith(".yml");
        return List.of(yaml && !VarTemplate.withoutHistory(text).contains("{%") && !text.contains("_conversation")
                ? sources.document(file).json().toString() : text);
    }

    private static void add(@org.jspecify.annotations.Nullable String label, List<String> texts, List<Prompt> prompts) {
        for (var text : texts) {
            int number = prompts.size() + 1;
            prompts.add(new Prompt(label == null || texts.size() > 1 || label.isBlank() ? "prompt-" + number
                    : plain(label), text));
        }
    }

    private static String plain(String label) {
        var plain = new StringBuilder();
        label.chars().limit(40).forEach(c -> plain.append(Character.isLetterOrDigit(c) ? (char) c : '-'));
        return plain.toString();
    }
}
