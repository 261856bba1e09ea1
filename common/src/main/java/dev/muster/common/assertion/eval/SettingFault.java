package dev.muster.common.assertion.eval;

/**
 * Something wrong with what an oracle reads.
 *
 * @param expected whether it stands in {@code expectedOutcomes}, else in {@code config}
 * @param member there; it need not be there
 * @param item of the member's list, from 0; -1 for all of the member
 * @param sentence what is wrong and what would be right
 */
public record SettingFault(boolean expected, String member, int item, String sentence) {

    private static final int ALL = -1;

    static SettingFault of(String member, String sentence) {
        return new SettingFault(false, member, ALL, sentence);
    }

    static SettingFault expected(String member, String sentence) {
        return new SettingFault(true, member, ALL, sentence);
    }

    AssertionFault thrown() {
        return new AssertionFault(sentence);
    }
}
