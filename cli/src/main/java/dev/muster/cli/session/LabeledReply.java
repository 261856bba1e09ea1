package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.JsonStream;

/**
 * A reply, and whether people find that it meets the criteria.
 *
 * @param place its file and line
 */
public record LabeledReply(String place, String input, String output, boolean label, List<String> criteria) {

    private static final Map<String, Boolean> LABELS = Map.of("true", true, "pass", true, "false", false, "fail",
            false);

    /**
     * Reads a file of JSON lines.
     *
     * @throws BadInput with all its faults
     */
    public static List<LabeledReply> read(Path file) throws IOException, BadInput {
        if (Files.isDirectory(file)) {
            throw new BadInput(file + " is a folder; name a file of labeled replies");
        }
        var found = new ArrayList<String>();
        var faults = new Faults(file.toString(), fault -> found.add(Printable.line(fault.toString())));
        var replies = new ArrayList<LabeledReply>();
        try (var lines = new JsonStream(Files.newInputStream(file), faults)) {
            for (var node = lines.next(); node != null; node = lines.next()) {
                Optional.ofNullable(Fields.of(node, "a labeled reply", faults))
                        .ifPresent(fields -> replies.add(read(fields, faults.file())));
                faults.flush();
            }
        } catch (NoSuchFileException e) {
            throw new BadInput(file + " not found");
        }
        if (found.isEmpty() && replies.isEmpty()) {
            found.add(file + " has no labeled replies; a line is {\"input\", \"output\", \"label\", \"criteria\"}");
        }
        BadInput.throwIf(!found.isEmpty(), String.join("\n", found));
        return replies;
    }

    private static LabeledReply read(Fields fields, String file) {
        var input = fields.text("input");
        var output = fields.text("output");
        var written = fields.json("label");
        var label = written == null ? null : LABELS.get(written.asString("").toLowerCase(Locale.ROOT));
        if (label == null) {
            fields.fault("label", "a labeled reply needs 'label': true or false, \"pass\" or \"fail\"");
        }
        var criteria = fields.any("criteria") == null ? List.<String>of()
                : Objects.requireNonNull(fields.any("criteria")).items().stream()
                        .map(each -> Objects.requireNonNullElse(each.string(), "")).toList();
        if (criteria.isEmpty() || criteria.stream().anyMatch(String::isBlank)) {
            fields.fault("criteria", "a labeled reply needs 'criteria', a text or a list of texts");
        }
        if (!fields.has("output")) {
            fields.missing("a labeled reply needs 'output'", "output");
        }
        fields.done();
        return new LabeledReply(file + ":" + fields.at().line(), Objects.requireNonNullElse(input, ""),
                Objects.requireNonNullElse(output, ""), Boolean.TRUE.equals(label), criteria);
    }
}
