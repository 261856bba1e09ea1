package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.Then;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Asks a human user for the next turn; the time that takes is not charged to the case. */
record HumanTurn(HumanUsers people, QuestionContext asker, Deadline deadline, Ticker ticker) {

    @Nullable
    String askPerson(Then.Person person, Awaiting waits) throws InterruptedException {
        long asked = ticker.nanos();
        var answer = people.ask(asker, waits.text(), waits.hint(), person.timeout());
        deadline.extend(Duration.ofNanos(ticker.nanos() - asked));
        return answer.orElse(null);
    }
}
