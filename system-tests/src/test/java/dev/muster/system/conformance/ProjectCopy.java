package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.YamlStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Copies an example's folder and changes it as a trial needs. */
final class ProjectCopy {

    private final Path root;
    private final Trial trial;

    private ProjectCopy(Path root, Trial trial) {
        this.root = root;
        this.trial = trial;
    }

    /** The suite is written before the edits, so that it can be edited, too. */
    static Project make(Path root, Trial trial) throws IOException {
        var copy = new ProjectCopy(root, trial);
        copy.copy();
        copy.place();
        copy.hooks();
        var suite = copy.suite();
        copy.edit();
        return new Project(root, suite);
    }

    private String suite() throws IOException {
        var example = trial.example();
        if (example.has("vectors")) {
            return write("vectors.jsonl", vectors());
        }
        if (trial.get("wrap").isObject()) {
            return write(block(example.folder()), wrapped());
        }
        if (trial.get("only").isString()) {
            return write("only.jsonl", only());
        }
        if (!trial.get("file").isString()) {
            return "";
        }
        return trial.get("suite").isString() ? inFolder(trial.get("suite").stringValue())
                : inFolder(trial.get("file").stringValue());
    }

    private void copy() throws IOException {
        var from = trial.example().files();
        try (var files = Files.walk(from)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var to = root.resolve(from.relativize(file).toString());
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                Files.copy(file, to);
            }
        }
    }

    private void place() throws IOException {
        for (var each : trial.get("files").properties()) {
            var to = root.resolve(each.getKey());
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
            Files.writeString(to, Files.readString(root.resolve(each.getValue().stringValue())));
        }
        if (trial.script().has("without")) {
            Files.delete(root.resolve(trial.script().path("without").stringValue()));
        }
    }

    /** Replaces the hooks' programs by what the script says that they do. */
    private void hooks() throws IOException {
        for (var hook : trial.script().path("hooks")) {
            var usual = trial.example().entry().path("agent_script").path("hooks").path(0);
            var command = (hook.has("cmd") ? hook : usual).path("cmd").path(1).stringValue();
            Files.writeString(root.resolve(command), program(hook));
        }
    }

    private String program(JsonNode hook) throws IOException {
        var text = new StringBuilder("#!/usr/bin/env bash\n");
        text.append("printf '%s' '").append(printed(hook)).append("'\n");
        text.append("printf '%s' '").append(hook.path("stderr").asString("")).append("' >&2\n");
        if (hook.has("takes")) {
            text.append("exec sleep ").append(hook.path("takes").stringValue().replace("s", "")).append('\n');
        }
        return text.append("exit ").append(hook.path("exit").intValue()).append('\n').toString();
    }

    private String printed(JsonNode hook) throws IOException {
        var printed = hook.path("stdout").stringValue();
        return printed.endsWith(".json") ? Files.readString(root.resolve(printed)) : printed;
    }

    private void edit() throws IOException {
        for (var file : trial.get("edits").properties()) {
            var path = root.resolve(file.getKey());
            var text = Files.readString(path);
            for (var edit : file.getValue().properties()) {
                if (!text.contains(edit.getKey())) {
                    throw new IllegalStateException(file.getKey() + " has no " + edit.getKey());
                }
                text = text.replace(edit.getKey(), edit.getValue().stringValue());
            }
            Files.writeString(path, text);
        }
    }

    private String wrapped() throws IOException {
        var whole = trial.get("wrap").asObject().deepCopy();
        if (trial.get("fragment").isString()) {
            var part = value(root.resolve(inFolder(trial.get("file").stringValue())));
            if (trial.get("fragment").stringValue().equals("assertion")) {
                whole.putArray("assertions").add(part);
            } else {
                whole.setAll((ObjectNode) part);
            }
        }
        return whole.toString();
    }

    private static JsonNode value(Path file) throws IOException {
        var faults = new Faults(file.toString(), fault -> {
            throw new IllegalStateException(fault.toString());
        });
        try (var values = new YamlStream(Files.newInputStream(file), faults)) {
            return Objects.requireNonNull(values.next()).json();
        }
    }

    /** The file extension shows the dialect. */
    private static String block(String folder) {
        return switch (folder) {
            case "ag-ui" -> "block.yaml";
            case "agent-eval" -> "block.json";
            default -> "block.jsonl";
        };
    }

    private String only() throws IOException {
        try (var values = new JsonStream(
                Files.newInputStream(root.resolve(inFolder(trial.get("suite").stringValue()))),
                new Faults("suite", fault -> {}))) {
            for (var value = values.next(); value != null; value = values.next()) {
                if (value.json().path("id").equals(trial.get("only"))) {
                    return value.json().toString();
                }
            }
        }
        throw new IllegalStateException("no case " + trial.get("only"));
    }

    private String vectors() {
        var lines = new StringBuilder();
        var cases = Vectors.cases(trial.get("vectors")).iterator();
        Vectors.each(trial.get("vectors"), (id, vector) -> {
            var json = cases.next().put("id", id);
            json.putArray("turns").addObject().put("input", id);
            lines.append(Json.MAPPER.writeValueAsString(json)).append('\n');
        });
        return lines.toString();
    }

    private String write(String name, String text) throws IOException {
        Files.writeString(root.resolve(name), text);
        return name;
    }

    private static String inFolder(String path) {
        return path.substring(path.indexOf('/') + 1);
    }
}
