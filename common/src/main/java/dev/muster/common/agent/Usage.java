package dev.muster.common.agent;

/** Tokens that a call used, as the agent told. */
public record Usage(long input, long output) {

    public static final Usage NONE = new Usage(0, 0);

    public Usage plus(Usage other) {
        return new Usage(input + other.input, output + other.output);
    }
}
