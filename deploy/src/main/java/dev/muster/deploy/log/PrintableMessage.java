package dev.muster.deploy.log;

import module java.base;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.muster.coordinator.report.Printable;

/**
 * What a log line says, on one line, and what was thrown, indented: a message may repeat what an agent or a record said, which
 * must neither reach a terminal as it is nor look like a line of this log.
 */
public final class PrintableMessage extends ThrowableProxyConverter {

    @Override
    public String convert(ILoggingEvent event) {
        var thrown = Printable.text(super.convert(event).replace('\r', '\n')).strip();
        return Printable.line(event.getFormattedMessage())
                + (thrown.isEmpty() ? "" : "\n  " + thrown.replace("\n", "\n  "));
    }
}
