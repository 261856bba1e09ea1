package dev.muster.deploy.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a line of the log looks like. */
public enum LogFormat {
    /** For people, as {@code logback.xml} says. */
    TEXT,
    /** One JSON object each. */
    JSON;

    /** Writes every later line so. */
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
