package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.target.Environment;
import org.jspecify.annotations.Nullable;

/**
 * {@code --env-file}: lines of {@code NAME=value}, blank lines and {@code #} comments, also behind a value; quotes
 * around a value are removed.
 */
public final class EnvFile {

    private EnvFile() {}

    /** Returns a local run's environment: the file's values are secret, whether a case names them or not. */
    public static Environment environment(Map<String, String> shell, @Nullable Path file) throws BadInput {
        var joined = join(shell, file);
        return Environment.guarded(joined, joined.entrySet().stream()
                .filter(each -> !each.getValue().equals(shell.get(each.getKey()))).map(Map.Entry::getValue).toList());
    }

    static Map<String, String> join(Map<String, String> environment, @Nullable Path file) throws BadInput {
        if (file == null) {
            return environment;
        }
        var joined = new HashMap<>(environment);
        var faults = new ArrayList<String>();
        try {
            int number = 0;
            for (var line : AnswerJson.withoutMark(Files.readString(file)).lines().toList()) {
                number++;
                try {
                    read(line.strip(), joined);
                } catch (IllegalArgumentException e) {
                    faults.add(file + ":" + number + ":1: " + e.getMessage());
                }
            }
        } catch (IOException e) {
            throw new BadInput("--env-file " + file + " can't be read");
        }
        BadInput.throwIf(!faults.isEmpty(), String.join("\n", faults));
        return joined;
    }

    /** @throws IllegalArgumentException for a line that is not {@code NAME=value} */
    private static void read(String line, Map<String, String> into) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        var pair = line.startsWith("export ") ? line.substring("export ".length()) : line;
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("a line is NAME=value");
        }
        into.put(pair.substring(0, equals).strip(), value(pair.substring(equals + 1).strip()));
    }

    private static String value(String text) {
        if (text.startsWith("\"") || text.startsWith("'")) {
            return quoted(text, text.charAt(0));
        }
        int comment = IntStream.range(0, text.length()).filter(at -> text.charAt(at) == '#'
                && (at == 0 || Character.isWhitespace(text.charAt(at - 1)))).findFirst().orElse(text.length());
        return text.substring(0, comment).strip();
    }

    /** Reads to the closing quote; in double quotes, a backslash makes another one part of the value. */
    private static String quoted(String text, char quote) {
        var value = new StringBuilder();
        int at = 1;
        while (at < text.length() && text.charAt(at) != quote) {
            boolean escaped = quote == '"' && text.startsWith("\\\"", at) && at + 2 < text.length();
            at += escaped ? 1 : 0;
            value.append(text.charAt(at));
            at++;
        }
        if (at == text.length()) {
            throw new IllegalArgumentException("the quote " + quote + " is not closed on its line");
        }
        var rest = text.substring(at + 1).strip();
        if (!rest.isEmpty() && !rest.startsWith("#")) {
            throw new IllegalArgumentException("there is text after the closing quote, where only a comment may be;"
                    + " write the value in the other kind of quotes");
        }
        return value.toString();
    }
}
