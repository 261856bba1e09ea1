package dev.muster.common.secret;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Secrets given to a process, in a variable or in a file. A file keeps a secret out of the environment, which every
 * process of the same user can read.
 */
public final class GivenSecrets {

    private GivenSecrets() {}

    /** A file with a secret that can't be read; the message is a sentence. */
    public static final class UnreadableSecret extends RuntimeException {

        private static final long serialVersionUID = 1;

        private UnreadableSecret(String message, IOException cause) {
            super(message, cause);
        }
    }

    /**
     * Returns the value of {@code name}; else the content of the file that {@code name} with {@code _FILE} behind it
     * names, without white space around it; else null. An empty value counts as none.
     *
     * @throws UnreadableSecret if that file can't be read
     */
    public static @Nullable String read(Map<String, String> environment, String name) {
        var value = environment.get(name);
        if (value != null && !value.isBlank()) {
            return value;
        }
        var file = environment.get(name + "_FILE");
        if (file == null || file.isBlank()) {
            return null;
        }
        try {
            var content = Files.readString(Path.of(file)).strip();
            return content.isEmpty() ? null : content;
        } catch (IOException e) {
            throw new UnreadableSecret(name + "_FILE names " + file + ", which can't be read: "
                    + (e instanceof NoSuchFileException ? "there is none" : e.getMessage()), e);
        }
    }
}
