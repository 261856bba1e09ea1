package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.model.Message;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests our client against a server of Agent2Agent's own SDK; RunInteropIT runs a whole suite. */
@Tag("interop")
class A2aIT {

    @Test
    void itIsAskedInBothVersions() throws Exception {
        try (var server = NodePrograms.a2a(); var caller = new Caller(Map.of())) {
            for (var version : List.of("/new", "/old")) {
                var outcome = caller.a2a(server.url() + version, Message.user("hello"));

                assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> {
                    assertThat(reply.content().text()).isEqualTo("Hello, world");
                    assertThat(reply.warnings()).isEmpty();
                });
            }
        }
    }
}
