package dev.muster.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.KeyValuePair;

class LogLinesTest {

    @Test
    void aLineIsOneObjectThatNamesItsCase() {
        var event = event("first line\nsecond", Map.of("run", "r-1", "case", "refund \"7\"", "attempt", "2", "worker",
                "w1"));

        var bytes = new JsonLines().encode(event);

        assertThat(bytes).endsWith('\n').doesNotContain('\r');
        assertThat(new String(bytes, StandardCharsets.UTF_8).lines()).hasSize(1);
        assertThat(Json.MAPPER.readTree(bytes)).isEqualTo(Json.MAPPER.readTree("""
                {"time":"1970-01-01T00:00:00Z","level":"WARN","thread":"case 7","logger":"dev.muster.X",
                 "message":"first line\\nsecond","run":"r-1","case":"refund \\"7\\"","attempt":"2","worker":"w1"}"""));
    }

    @Test
    void whatIsSaidWithAKeyAndWhatWasThrownAreMembers() {
        var event = event("lost", Map.of());
        event.addKeyValuePair(new KeyValuePair("worker", "w2"));
        event.setThrowableProxy(new ThrowableProxy(new IllegalStateException("boom")));

        var line = Json.MAPPER.readTree(new JsonLines().encode(event));

        assertThat(line.path("worker").stringValue()).isEqualTo("w2");
        assertThat(line.path("exception").stringValue()).startsWith("java.lang.IllegalStateException: boom");
    }

    @Test
    void inTextTheCaseStandsInBraces() {
        var event = event("m", Map.of("run", "r-1", "case", "a\nb", "attempt", "2", "worker", "w1"));

        assertThat(new JsonLines.CaseMarks().convert(event)).isEqualTo(" {run=r-1, case=a b, attempt=2}");
        assertThat(new JsonLines.CaseMarks().convert(event("m", Map.of()))).isEmpty();
    }

    /** Attacks 48 and 106: what comes from elsewhere neither moves a cursor nor looks like a line of the log. */
    @Test
    void whatIsSaidStaysOnItsLineAndWhatWasThrownBelowIt() {
        var event = event("answered \u001b[2J\u009b1A\n12:00:00.000 WARN  forged\r\u202e", Map.of());
        event.setThrowableProxy(new ThrowableProxy(new IllegalStateException("x\u0007\n12:00:00.000 WARN  forged")));
        var text = new PatternLayout();
        text.setContext(new LoggerContext());
        text.getInstanceConverterMap().put("said", JsonLines.PrintableMessage::new);
        text.setPattern("%d{HH:mm} %said%n");
        text.start();

        var lines = text.doLayout(event).lines().toList();

        assertThat(lines.getFirst()).endsWith(" answered \u241b[2J\ufffd1A 12:00:00.000 WARN  forged \ufffd");
        assertThat(lines.get(1)).isEqualTo("  java.lang.IllegalStateException: x\u2407");
        assertThat(lines.stream().skip(1)).allMatch(line -> line.startsWith("  "));
        assertThat(lines.stream().filter(line -> line.contains("IllegalStateException"))).hasSize(1);
    }

    @Test
    void theConfigurationFindsTheWordsOfItsPattern() throws Exception {
        var context = new LoggerContext();
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Objects.requireNonNull(JsonLines.class.getResource("/logback.xml")));
        var appender = (ConsoleAppender<ILoggingEvent>) context.getLogger(Logger.ROOT_LOGGER_NAME)
                .getAppender("stderr");

        var line = new String(appender.getEncoder().encode(event("lost", Map.of("run", "r-1"))),
                StandardCharsets.UTF_8);

        assertThat(line).contains("{run=r-1} lost").doesNotContain("PARSER_ERROR");
        context.stop();
    }

    @Test
    void jsonEscapesWhatATerminalObeys() {
        var said = "\u001b[2J\u009b1A\u2028\u202e\u007f 报销";

        var bytes = new JsonLines().encode(event(said, Map.of()));

        assertThat(new String(bytes, StandardCharsets.UTF_8)).contains("报销")
                .doesNotContain("\u001b", "\u009b", "\u2028", "\u202e", "\u007f");
        assertThat(Json.MAPPER.readTree(bytes).path("message").stringValue()).isEqualTo(said);
    }

    private static LoggingEvent event(String message, Map<String, String> marks) {
        var context = new LoggerContext();
        var event = new LoggingEvent(LogLinesTest.class.getName(), context.getLogger("dev.muster.X"), Level.WARN,
                message, null, null);
        event.setTimeStamp(0);
        event.setThreadName("case 7");
        event.setMDCPropertyMap(marks);
        return event;
    }
}
