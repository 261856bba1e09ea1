package dev.muster.deploy.log;

import module java.base;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.muster.coordinator.report.Printable;

/** The case that a log line is about, as {@code  {run=…, case=…, attempt=…}}; empty without a case. */
public final class CaseMarks extends ClassicConverter {

    @Override
    public String convert(ILoggingEvent event) {
        var marks = event.getMDCPropertyMap();
        var shown = Stream.of("run", "case", "attempt").filter(marks::containsKey)
                .map(key -> key + "=" + Printable.line(String.valueOf(marks.get(key))))
                .collect(Collectors.joining(", "));
        return shown.isEmpty() ? "" : " {" + shown + "}";
    }
}
