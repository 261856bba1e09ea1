package dev.muster.common.option;

/** Parts of a reply that an agent may show in addition to its text. */
public enum Shown {
    /** The calls of its tools. */
    TOOLS("it never shows a call"),
    /** The results of its tools. */
    TOOL_RESULTS("it never shows a result"),
    /** Its steps and sub-agents. */
    STEPS("it never shows a step or a sub-agent"),
    /** What may fail in it: a tool, a sub-agent. */
    FAILURES("it never shows what failed"),
    /** The tokens that its answers took. */
    TOKENS("it never shows its tokens");

    private final String never;

    Shown(String never) {
        this.never = never;
    }

    /** Returns the words for an agent that can't show it. */
    public String never() {
        return never;
    }
}
