package dev.muster.deploy.log;

import module java.base;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** The case that a log line is about, as {@code  {run=…, case=…, attempt=…}}; empty without a case. */
public final class CaseMarks extends ClassicConverter {

    private static final char REPLACEMENT = '\uFFFD';

    @Override
    public String convert(ILoggingEvent event) {
        var marks = event.getMDCPropertyMap();
        var shown = Stream.of("run", "case", "attempt").filter(marks::containsKey)
                .map(key -> key + "=" + oneLine(String.valueOf(marks.get(key)))).collect(Collectors.joining(", "));
        return shown.isEmpty() ? "" : " {" + shown + "}";
    }

    /** Suites may name their cases with any characters. */
    private static String oneLine(String text) {
        var line = new StringBuilder(text);
        for (int i = 0; i < line.length(); i++) {
            if (Character.isISOControl(line.charAt(i))) {
                line.setCharAt(i, REPLACEMENT);
            }
        }
        return line.toString();
    }
}
