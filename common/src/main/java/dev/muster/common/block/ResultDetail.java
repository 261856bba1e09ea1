package dev.muster.common.block;

import dev.muster.common.result.CaseResult;

/** The whole of a result: an object of this process, or bytes that were not read yet. */
sealed interface ResultDetail permits ResultDetail.Whole, DetailFrame {

    /** @throws UnreadableDetail when its bytes are not a result */
    CaseResult read();

    DetailFrame frame();

    record Whole(CaseResult result) implements ResultDetail {

        @Override
        public CaseResult read() {
            return result;
        }

        @Override
        public DetailFrame frame() {
            return DetailFrame.of(result);
        }
    }
}
