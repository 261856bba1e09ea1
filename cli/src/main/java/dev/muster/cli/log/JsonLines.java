package dev.muster.cli.log;

import module java.base;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.Printable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the log as one JSON object per line: the event, its time and place, and its case. */
public final class JsonLines extends EncoderBase<ILoggingEvent> {

    private static final byte[] NOTHING = {};

    /** Writes the log of this process so from now on. */
    public static void use() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                && context.getLogger(Logger.ROOT_LOGGER_NAME)
                        .getAppender("stderr") instanceof OutputStreamAppender<ILoggingEvent> stderr) {
            var lines = new JsonLines();
            lines.setContext(context);
            lines.start();
            stderr.setEncoder(lines);
        }
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        var line = Json.MAPPER.createObjectNode();
        line.put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        line.put("level", event.getLevel().toString());
        line.put("thread", event.getThreadName());
        line.put("logger", event.getLoggerName());
        line.put("message", event.getFormattedMessage());
        event.getMDCPropertyMap().forEach(line::put);
        if (event.getKeyValuePairs() != null) {
            event.getKeyValuePairs().forEach(pair -> line.put(pair.key, String.valueOf(pair.value)));
        }
        if (event.getThrowableProxy() != null) {
            line.put("exception", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return (escaped(line.toString()) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** JSON escapes only the oldest control characters, and a terminal obeys others, too. */
    private static String escaped(String json) {
        if (json.codePoints().allMatch(Printable::isHarmless)) {
            return json;
        }
        var escaped = new StringBuilder();
        json.codePoints().forEach(c -> {
            if (Printable.isHarmless(c)) {
                escaped.appendCodePoint(c);
            } else {
                escaped.append("\\u").append(HexFormat.of().toHexDigits((char) c));
            }
        });
        return escaped.toString();
    }

    /** The case that a log line is about, as {@code  {run=…, case=…, attempt=…}}; empty without a case. */
    public static final class CaseMarks extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            var marks = event.getMDCPropertyMap();
            var shown = Stream.of("run", "case", "attempt", "trace").filter(marks::containsKey)
                    .map(key -> key + "=" + Printable.line(String.valueOf(marks.get(key))))
                    .collect(Collectors.joining(", "));
            return shown.isEmpty() ? "" : " {" + shown + "}";
        }
    }

    /**
     * What a log line says, on one line, and what was thrown, indented: a message may repeat the text of an agent or a
     * record, which must neither reach a terminal as it is nor look like a line of this log.
     */
    public static final class PrintableMessage extends ThrowableProxyConverter {

        @Override
        public String convert(ILoggingEvent event) {
            var thrown = Printable.text(super.convert(event).replace('\r', '\n')).strip();
            return Printable.line(event.getFormattedMessage())
                    + (thrown.isEmpty() ? "" : "\n  " + thrown.replace("\n", "\n  "));
        }
    }
}
