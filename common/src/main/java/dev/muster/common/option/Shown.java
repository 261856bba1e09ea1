package dev.muster.common.option;

/** What an agent may show besides its words. */
public enum Shown {
    /** The calls of its tools. */
    TOOLS("it never shows a call"),
    /** What its tools returned. */
    TOOL_RESULTS("it never shows a result"),
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
