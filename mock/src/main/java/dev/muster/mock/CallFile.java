package dev.muster.mock;

import module java.base;

/** Writes calls to a file as they come, one per line: milliseconds since 1970, a space, the message. */
@FunctionalInterface
interface CallFile {

    /** Writes nothing. */
    CallFile NONE = message -> {};

    void began(String message);

    /** Writes each line before the call continues, so that a reader sees all calls so far. */
    static CallFile at(Path path, InstantSource clock) throws IOException {
        Writer file = new FileWriter(path.toFile(), StandardCharsets.UTF_8, true);
        return message -> {
            try {
                file.write(clock.millis() + " " + message.replace('\n', ' ') + "\n");
                file.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("the calls can't be written to " + path, e);
            }
        };
    }
}
