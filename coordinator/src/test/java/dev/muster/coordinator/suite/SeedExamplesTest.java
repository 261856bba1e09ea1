package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases in the layout of the agent-test documents. */
class SeedExamplesTest {

    @TempDir
    Path root;

    private static List<Message> said(TestCase testCase) {
        return ((Conversation.Standard) testCase.conversation()).messages();
    }

    private List<TestCase> cases(String text) {
        var suite = ReadSuite.in(root).with("t.jsonl", text).read("t.jsonl");
        assertThat(suite.faults()).isEmpty();
        return suite.cases();
    }

    @Test
    void simpleInputOverSeveralLines() {
        var cases = cases("""
                {
                  "id": "S1",
                  "input": "Good morning",
                  "assertions": [
                    {
                      "type": "contains",
                      "value": "morning"
                    }
                  ]
                }
                """);

        assertThat(cases).hasSize(1);
        assertThat(said(cases.getFirst())).containsExactly(Message.user("Good morning"));
        assertThat(cases.getFirst().identity().source().line()).isEqualTo(1);
    }

    @Test
    void messageHistory() {
        var cases = cases("""
                {
                  "id": "S2",
                  "name": "Room booking - last step",
                  "messages": [
                    {
                      "role": "user",
                      "content": "I need a room"
                    },
                    {
                      "role": "assistant",
                      "content": "For how many people?"
                    },
                    {
                      "role": "user",
                      "content": "Six, at noon"
                    }
                  ],
                  "assertions": [
                    {
                      "type": "contains",
                      "value": "booked"
                    },
                    {
                      "type": "tool_called",
                      "name": "book_room"
                    }
                  ]
                }
                """);

        assertThat(said(cases.getFirst())).extracting(Message::role).containsExactly("user", "assistant", "user");
        assertThat(cases.getFirst().assertions()).extracting(Assertion::check).containsExactly(
                new TextCheck.Contains(List.of("booked"), false), new ToolCheck.ToolCalled(List.of("book_room"), null));
    }

    @Test
    void threePointsOfAConversationWithCommentsBetween() {
        var cases = cases("""
                // First: the agent should ask how many come
                {
                  "id": "room-1",
                  "messages": [
                    {"role": "user", "content": "I need a room"}
                  ],
                  "assertions": [{"type": "contains", "value": "people"}]
                }

                // Second: it should book
                {
                  "id": "room-2",
                  "messages": [
                    {"role": "user", "content": "I need a room"},
                    {"role": "assistant", "content": "For how many people?"},
                    {"role": "user", "content": "Six"}
                  ],
                  "assertions": [{"type": "tool_called", "name": "book_room"}]
                }

                // Third: it should say so
                {
                  "id": "room-3",
                  "messages": [
                    {"role": "user", "content": "I need a room"},
                    {"role": "assistant", "content": "Shall I book?"},
                    {"role": "user", "content": "Yes"}
                  ],
                  "assertions": [{"type": "contains", "value": "booked"}]
                }
                """);

        assertThat(cases).extracting(each -> each.identity().id()).containsExactly("room-1", "room-2", "room-3");
        assertThat(cases).extracting(testCase -> testCase.identity().source().line()).containsExactly(2, 11, 22);
    }

    @Test
    void attachmentBesideTheSuite() {
        ReadSuite.in(root).with("fixtures/plan.jpg", "abc");

        var cases = cases("""
                {
                  "id": "S3",
                  "messages": [
                    {
                      "role": "user",
                      "content": [
                        {
                          "type": "text",
                          "text": "Which floor is this?"
                        },
                        {
                          "type": "image",
                          "source": "file://./fixtures/plan.jpg"
                        }
                      ]
                    }
                  ],
                  "assertions": [
                    {
                      "type": "contains",
                      "value": "floor"
                    }
                  ]
                }
                """);

        assertThat(said(cases.getFirst()).getFirst().content()).containsExactly(
                new ContentPart.Text("Which floor is this?"),
                new ContentPart.Media("image", null, "YWJj", "image/jpeg", "plan.jpg"));
    }

    @Test
    void optionsForTheTarget() {
        var cases = cases("""
                {
                  "id": "S4",
                  "input": "Hi",
                  "options": {
                    "connector": "a-model",
                    "skip": {
                      "history": true
                    },
                    "metadata": {
                      "scenario": "rare"
                    }
                  }
                }
                """);

        assertThat(cases.getFirst().options().connector()).isEqualTo("a-model");
        assertThat(cases.getFirst().options().skip()).containsEntry("history", true);
        assertThat(cases.getFirst().options().metadata()).containsEntry("scenario", Json.MAPPER.readTree("\"rare\""));
    }

    @Test
    void threeSpellingsOfTheSameSingleTurn() {
        var cases = cases("""
                {"id": "1", "input": "Hi", "assertions": [{"type": "regex", "pattern": "order-\\\\d+"}]}
                {"id": "2", "messages": [{"role": "user", "content": "Hi"}], "assertions": [{"type": "regex", "pattern": "order-\\\\d+"}]}
                {"id": "3", "type": "single_turn", "turns": [{"input": "Hi", "assertions": [{"type": "regex", "pattern": "order-\\\\d+"}]}]}
                """);

        assertThat(cases).extracting(TestCase::conversation).containsOnly(cases.getFirst().conversation());
        assertThat(cases).extracting(TestCase::assertions).containsOnly(cases.getFirst().assertions());
    }
}
