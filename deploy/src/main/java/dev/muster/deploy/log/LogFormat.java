package dev.muster.deploy.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The format of a log line. */
public enum LogFormat {
    /** For human readers, as in {@code logback.xml}. */
    TEXT,
    /** One JSON object per line. */
    JSON;

    /** Uses this format from now on. */
    public void use() {
        if (this == JSON && LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                && context.getLogger(Logger.ROOT_LOGGER_NAME)
                        .getAppender("stderr") instanceof OutputStreamAppender<ILoggingEvent> stderr) {
            var lines = new JsonLines();
            lines.setContext(context);
            lines.start();
            stderr.setEncoder(lines);
        }
    }
}
