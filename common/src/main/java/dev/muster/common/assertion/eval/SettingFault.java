package dev.muster.common.assertion.eval;

/**
 * A fault in the settings of an oracle.
 *
 * @param expected whether it is in {@code expectedOutcomes}; otherwise in {@code config}
 * @param member its member, which may be missing
 * @param item index in the member's list, from 0; -1 for the whole member
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
