package dev.muster.deploy.bench;

/**
 * How one call is to be answered. Each part can be said in the query ({@code /ag-ui?latency=100&status=429}) or, for
 * clients that add to a base address, as a part of the path ({@code /latency=100/status=429/v1/chat/completions}).
 *
 * @param latencyMs before the answer begins
 * @param status 200, or an HTTP error
 * @param retryAfter seconds, sent with an error; -1 sends none
 * @param fault how the answer goes wrong
 * @param times how many calls with the same last user message go wrong before one goes well; 0 for all of them
 * @param echo whether the reply is the last user message
 */
record Behaviour(int latencyMs, int status, int retryAfter, Fault fault, int times, boolean echo) {

    static Behaviour after(int latencyMs) {
        return new Behaviour(latencyMs, 200, -1, Fault.NONE, 0, false);
    }

    /**
     * This, changed by what an address says.
     *
     * @throws IllegalArgumentException when it says what is not known
     */
    Behaviour changedBy(String target) {
        var changed = this;
        for (var part : target.split("[/?&]", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                changed = changed.with(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        return changed;
    }

    /** How the call with this number (from 1) for its message goes. */
    Behaviour onCall(int number) {
        return times == 0 || number <= times ? this : new Behaviour(latencyMs, 200, -1, Fault.NONE, 0, echo);
    }

    private Behaviour with(String name, String value) {
        return switch (name) {
            case "latency" -> new Behaviour(Integer.parseInt(value), status, retryAfter, fault, times, echo);
            case "status" -> new Behaviour(latencyMs, Integer.parseInt(value), retryAfter, fault, times, echo);
            case "retry_after" -> new Behaviour(latencyMs, status, Integer.parseInt(value), fault, times, echo);
            case "fault" -> new Behaviour(latencyMs, status, retryAfter, Fault.of(value), times, echo);
            case "times" -> new Behaviour(latencyMs, status, retryAfter, fault, Integer.parseInt(value), echo);
            case "echo" -> new Behaviour(latencyMs, status, retryAfter, fault, times, Boolean.parseBoolean(value));
            default -> throw new IllegalArgumentException("the mock agent knows no '" + name + "'");
        };
    }
}
