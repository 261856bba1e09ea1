package dev.muster.bench.mock;

import module java.base;

/**
 * How to answer one call. Each part can be set in the query ({@code /ag-ui?latency=100&status=429}) or, for clients
 * that append to a base URL, in the path ({@code /latency=100/status=429/v1/chat/completions}).
 *
 * @param latency before the answer begins
 * @param status 200, or an HTTP error
 * @param retryAfter seconds, sent with an error; -1 sends none
 * @param times how many calls with the same last user message fail before one succeeds; 0 for all of them
 * @param echo whether the reply repeats the last user message
 * @param rate most calls in any second, over all calls with a rate; excess calls get 429 at once; 0 for no limit
 */
record Behaviour(Latency latency, int status, int retryAfter, Fault fault, int times, boolean echo, int rate) {

    /** Time before an answer begins, with at most so much more, always the same for the same message. */
    record Latency(int ms, int spreadMs) {

        int of(String message) {
            return spreadMs == 0 ? ms : ms + Math.floorMod(message.hashCode() * 0x9E3779B9, spreadMs);
        }
    }

    /** How an answer goes wrong. */
    enum Fault {
        /** Answers normally. */
        NONE,
        /** Takes the request and never sends a byte. */
        HANG,
        /** Begins the stream and then sends nothing more. */
        STALL,
        /** Ends the stream properly, but before the run has ended. */
        TRUNCATE,
        /** Breaks the connection in the middle of the body. */
        CUT,
        /** Closes the connection without sending a byte. */
        CLOSE,
        /** Keeps sending forever. */
        ENDLESS,
        /** Sends one event of 50 MB. */
        HUGE,
        /** Sends bytes that are not UTF-8. */
        BAD_UTF8,
        /** Sends U+0000, which PostgreSQL does not store. */
        NUL;

        /** @throws IllegalArgumentException when the name, such as {@code bad-utf8}, is unknown */
        static Fault of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    static Behaviour after(int latencyMs) {
        return new Behaviour(new Latency(latencyMs, 0), 200, -1, Fault.NONE, 0, false, 0);
    }

    private static final Set<String> SETTINGS = Set.of("latency", "spread", "status", "retry_after", "fault", "times",
            "echo", "rate");

    /** @throws IllegalArgumentException when the URL has an unknown setting */
    Behaviour changedBy(String target) {
        var said = new HashMap<String, String>();
        for (var part : target.split("[/?&]", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                said.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        said.keySet().stream().filter(name -> !SETTINGS.contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("the mock agent knows no '" + name + "'");
        });
        return new Behaviour(
                new Latency(number(said, "latency", latency.ms()), number(said, "spread", latency.spreadMs())),
                number(said, "status", status), number(said, "retry_after", retryAfter),
                said.containsKey("fault") ? Fault.of(said.get("fault")) : fault, number(said, "times", times),
                Boolean.parseBoolean(said.getOrDefault("echo", String.valueOf(echo))), number(said, "rate", rate));
    }

    private static int number(Map<String, String> said, String name, int usual) {
        return said.containsKey(name) ? Integer.parseInt(said.get(name)) : usual;
    }

    /** Returns the behaviour of the n-th call (from 1) for its message. */
    Behaviour onCall(int number) {
        return times == 0 || number <= times ? this : new Behaviour(latency, 200, -1, Fault.NONE, 0, echo, rate);
    }

    /** Returns the behaviour of a call above the rate. */
    Behaviour tooMany() {
        return new Behaviour(new Latency(0, 0), 429, retryAfter, Fault.NONE, 0, false, rate);
    }
}
