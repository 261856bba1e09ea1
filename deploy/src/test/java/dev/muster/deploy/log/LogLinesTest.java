package dev.muster.deploy.log;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
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

        assertThat(new CaseMarks().convert(event)).isEqualTo(" {run=r-1, case=a\uFFFDb, attempt=2}");
        assertThat(new CaseMarks().convert(event("m", Map.of()))).isEmpty();
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
