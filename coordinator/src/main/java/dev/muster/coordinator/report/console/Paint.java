package dev.muster.coordinator.report.console;

/** Console colours. */
enum Paint {
    GREEN("\u001b[32m"),
    RED("\u001b[31m"),
    YELLOW("\u001b[33m"),
    GREY("\u001b[90m"),
    BLUE("\u001b[34m");

    private static final String OFF = "\u001b[0m";

    private final String on;

    Paint(String on) {
        this.on = on;
    }

    String on(String text, ConsoleStyle style) {
        return style.colour() ? on + text + OFF : text;
    }
}
