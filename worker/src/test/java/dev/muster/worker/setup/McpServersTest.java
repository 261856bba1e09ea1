package dev.muster.worker.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.Options;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MCP servers that are programs: what they see, and where they may run. */
class McpServersTest {

    @TempDir
    private Path root;

    private static CommandConfig command(String script) {
        return new CommandConfig(List.of("/bin/sh", "-c", script), Mode.TURN, null, List.of("TOOLS_KEY"), null);
    }

    @Test
    void aProgramSeesOnlyTheVariablesThatItsAgentNames() throws Exception {
        var programs = new Programs(root, Map.of("PATH", System.getenv("PATH"), "TOOLS_KEY", "named", "OTHER_KEY",
                "hidden"), null);
        var server = programs.agent(command("read q; echo \"{\\\"named\\\":\\\"$TOOLS_KEY\\\",\\\"other\\\":"
                + "\\\"$OTHER_KEY\\\"}\"; read q"));

        var answer = server.exchange("c", List.of("{}"), "{}", Duration.ofSeconds(20),
                Deadline.in(Duration.ofSeconds(20), Ticker.system()));
        server.hangUp("c");

        assertThat(answer).isInstanceOfSatisfying(DocumentReply.Json.class, json -> assertThat(json.frames())
                .singleElement().hasToString("{\"named\":\"named\",\"other\":\"\"}"));
    }

    @Test
    void aWorkerWithoutCommandsRunsNoServer() {
        var refusing = new CaseSetups(new Environment(Map.of()), null, null, new ScriptHost(HostSettings.DEFAULT));
        var agent = AgentConfig.at(new AgentEndpoint(Protocol.MCP, null, Map.of(), null, null, null, true,
                CustomAgent.of(command("touch ran")), null, null));
        var testCase = new TestCase(new TestCase.Identity("a#one", "one", null, Map.of(), new Source("a.yaml", 1)),
                "tools", Options.NONE, new Conversation.Standard(List.of(Message.user("list"))), List.of(),
                Limits.NONE, Setup.NONE, null);
        var order = new CaseOrder("f", 1, "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 1, testCase,
                new Parties(new Target("tools", agent, null, null), Map.of()), new AttemptSettings(
                        Duration.ofSeconds(30), RetryPolicy.DEFAULT, new CaseFiles.InPlace("/nowhere", "scripts"),
                        Map.of()),
                new Terms(false, false, null));

        assertThatThrownBy(() -> refusing.prepare(order)).isInstanceOfSatisfying(SetupFailed.class,
                failed -> assertThat(failed.verdict().error()).contains("agent is a program", "--allow-commands"));
    }
}
