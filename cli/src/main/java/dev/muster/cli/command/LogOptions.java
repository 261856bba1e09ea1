package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.log.JsonLines;
import dev.muster.cli.session.BadInput;
import picocli.CommandLine.Option;

/** The option for the log format of a fleet's process. */
final class LogOptions {

    @Option(names = "--log-format", paramLabel = "text|json", defaultValue = "${env:MUSTER_LOG_FORMAT:-text}", description = "text, or json for one JSON object per line ($MUSTER_LOG_FORMAT, default: text).")
    private String format = "text";

    boolean isJson() {
        return "json".equals(format.strip().toLowerCase(Locale.ROOT));
    }

    void apply() throws BadInput {
        switch (format.strip().toLowerCase(Locale.ROOT)) {
            case "text", "" -> {
                // as in logback.xml
            }
            case "json" -> JsonLines.use();
            default -> throw new BadInput("--log-format takes text or json, not '" + format + "'");
        }
    }
}
