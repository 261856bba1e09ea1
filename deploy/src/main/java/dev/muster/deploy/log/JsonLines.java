package dev.muster.deploy.log;

import module java.base;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.muster.common.json.Json;
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
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
