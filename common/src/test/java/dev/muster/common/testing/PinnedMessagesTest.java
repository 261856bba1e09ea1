package dev.muster.common.testing;

import dev.muster.common.block.Amendment;
import dev.muster.common.block.ResultHead;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pins the data in PostgreSQL and in Kafka. */
class PinnedMessagesTest {

    @ParameterizedTest
    @CsvSource({"case_result", "result_head", "amendment", "test_case", "agent_config", "case_order"})
    void itsJsonStaysAsItIs(String name) {
        Pinned.assertStays(name + ".jsonl", switch (name) {
            case "case_result" -> CaseResult.class;
            case "result_head" -> ResultHead.class;
            case "amendment" -> Amendment.class;
            case "test_case" -> TestCase.class;
            case "agent_config" -> AgentConfig.class;
            default -> CaseOrder.class;
        });
    }
}
