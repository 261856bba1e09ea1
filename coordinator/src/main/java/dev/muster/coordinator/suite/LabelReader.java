package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Fields;

/** Reads {@code labels}: free key-value pairs, each on one line. */
final class LabelReader {

    private LabelReader() {}

    static Map<String, String> labels(Fields fields) {
        var labels = fields.labels("labels");
        if (labels.entrySet().stream().anyMatch(label -> Fields.hasControls(label.getKey() + label.getValue()))) {
            fields.fault("labels", "'labels' must have no control characters");
        }
        return labels;
    }
}
