package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.target.Environment;
import org.jspecify.annotations.Nullable;

/**
 * {@code --env-file}: lines of {@code NAME=value}, blank lines and {@code #} comments; quotes around a value are
 * removed.
 */
public final class EnvFile {

    private EnvFile() {}

    public static Map<String, String> join(Map<String, String> environment, @Nullable Path file) throws BadInput {
        if (file == null) {
            return environment;
        }
        var joined = new HashMap<>(environment);
        try {
            int number = 0;
            for (var line : AnswerJson.withoutMark(Files.readString(file)).lines().toList()) {
                read(file, ++number, line.strip(), joined);
            }
            return joined;
        } catch (IOException e) {
            throw new BadInput("--env-file " + file + " can't be read");
        }
    }

    /** Returns a local run's environment: the file's values are secret, whether a case names them or not. */
    public static Environment guarded(Map<String, String> shell, Map<String, String> joined) {
        return Environment.guarded(joined, joined.entrySet().stream()
                .filter(each -> !each.getValue().equals(shell.get(each.getKey()))).map(Map.Entry::getValue).toList());
    }

    private static void read(Path file, int number, String line, Map<String, String> into) throws BadInput {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        var pair = line.startsWith("export ") ? line.substring("export ".length()) : line;
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            throw new BadInput(file + ":" + number + ":1: a line is NAME=value");
        }
        into.put(pair.substring(0, equals).strip(), unquoted(pair.substring(equals + 1).strip()));
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
