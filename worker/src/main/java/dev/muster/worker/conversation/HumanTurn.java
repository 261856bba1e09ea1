package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Then;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Asks a human user for the next turn; the time that takes is not charged to the case. */
final class HumanTurn {

    private final HumanUsers people;
    private final QuestionContext asker;
    private final CaseOptions options;
    private final Deadline deadline;
    private final Ticker ticker;

    HumanTurn(HumanUsers people, QuestionContext asker, CaseOptions options, Deadline deadline, Ticker ticker) {
        this.people = people;
        this.asker = asker;
        this.options = options;
        this.deadline = deadline;
        this.ticker = ticker;
    }

    /** Null when there was no answer. */
    @Nullable
    String askPerson(Then.Person person, Awaiting waits) throws InterruptedException {
        long asked = ticker.nanos();
        var answer = people.ask(asker, waits.text(), waits.hint(), person.timeout());
        deadline.extend(Duration.ofNanos(ticker.nanos() - asked));
        return answer.orElse(null);
    }

    TurnInput input(String text) {
        return new TurnInput(List.of(new ContentPart.Text(text)), options.options(), options.tools(), null,
                options.turnTimeout());
    }
}
