package dev.muster.common.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.WithoutPlace;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.time.Ticker;
import okhttp3.Dns;
import org.junit.jupiter.api.Test;

/** A lookup that never returns blocks no caller. */
class TimelyDnsTest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final Dns hanging = name -> {
        asked.countDown();
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new UnknownHostException(name);
    };

    @Test
    void aHangingLookupEndsWithTheDeadline() throws Exception {
        assertThat(WithoutPlace.of(call(Duration.ofMillis(300)))).isEqualTo(new AgentFailure.Timeout(
                "timeout after 300ms"));
    }

    @Test
    void aHangingLookupCanBeInterrupted() throws Exception {
        var thrown = new ArrayList<Throwable>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                call(Duration.ofSeconds(30));
            } catch (InterruptedException e) {
                thrown.add(e);
            }
        });
        asked.await();

        caller.interrupt();

        assertThat(caller.join(Duration.ofSeconds(10))).isTrue();
        assertThat(thrown).hasSize(1);
    }

    private AgentOutcome call(Duration limit) throws InterruptedException {
        try (var calls = new HttpCalls(1, Clock.systemUTC(), hanging, AllowedHosts.USUAL)) {
            return new OpenAiProtocol(calls, Ticker.system()).call(Requests.to("http://agent.example/"), Requests.in(
                    limit), event -> {});
        }
    }
}
