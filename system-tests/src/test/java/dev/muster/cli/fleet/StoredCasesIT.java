package dev.muster.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.Test;

/** Tests what the store returns about the cases of a run. */
final class StoredCasesIT {

    private static final Conversation CALL = new Conversation.Standard(List.of(Message.user("\"mode\":\"scripted\"")));
    private static final Conversation TALK = new Conversation.Scripted(List.of(),
            List.of(Turn.saying(List.of(new ContentPart.Text("Hello")), List.of())), new Then.End(),
            Conversation.Finals.LAST_REPLY);

    @Test
    void oneConversationAmongTheCasesOfARunIsFound() throws Exception {
        try (var database = FreshDatabase.open(2)) {
            // Given
            var cases = new CaseTable(database.database());

            // When
            var _ = cases.store("calls", 1, Stream.of(of("a", CALL), of("b", CALL)).map(CaseDefinition::of).iterator());
            var _ = cases.store("talks", 1, Stream.of(of("a", CALL), of("b", TALK)).map(CaseDefinition::of).iterator());

            // Then
            assertThat(cases.hasConversations("calls")).isFalse();
            assertThat(cases.hasConversations("talks")).isTrue();
            assertThat(cases.hasConversations("nothing")).isFalse();
        }
    }

    private static TestCase of(String id, Conversation conversation) {
        return TestCase.of(new TestCase.Identity("s.jsonl#" + id, id, null, Map.of(), new Source("s.jsonl", 1)), "shop",
                conversation, List.of());
    }
}
