package dev.muster.system.command;

import module java.base;
import dev.muster.common.json.Json;

/**
 * An agent that fails, and what has to become of it.
 *
 * @param config its members in {@code muster.yaml}, as one flow mapping
 * @param calls how often it was called
 */
record FailingAgent(String id, String config, String timeout, Wanted wanted, IntSupplier calls) {

    /**
     * What has to become of a case.
     *
     * @param verdict status and cause
     * @param begins the beginning of the error
     * @param names what the error says further
     * @param attempts of the case, where one that could not reach its agent is tried once more
     * @param least calls
     * @param most calls
     */
    record Wanted(String verdict, String begins, List<String> names, int attempts, int least, int most) {

        Wanted naming(String... more) {
            return new Wanted(verdict, begins, Stream.concat(names.stream(), Stream.of(more)).toList(), attempts, least,
                    most);
        }

        Wanted called(int atLeast, int atMost) {
            return new Wanted(verdict, begins, names, attempts, atLeast, atMost);
        }
    }

    static Wanted passed() {
        return new Wanted("passed none", "", List.of(), 1, 1, 1);
    }

    /** Tried again, as no byte of an answer came: twice in each of two attempts. */
    static Wanted unreachable(String why) {
        // one more in each attempt at the case, where the first call met a connection of an earlier one
        return new Wanted("error infrastructure", "agent unreachable: " + why, List.of(), 2, 4, 6);
    }

    static Wanted busy(String why) {
        return new Wanted("error infrastructure", "agent unreachable: " + why, List.of(), 2, 4, 40);
    }

    /** A program that can't be started: it can't be the next time either. */
    static Wanted absent(String why) {
        return new Wanted("error infrastructure", "agent unreachable: " + why, List.of(), 1, 0, 0);
    }

    static Wanted refused(String why) {
        return new Wanted("error infrastructure", "agent refused: " + why, List.of(), 1, 1, 1);
    }

    static Wanted failed(String why) {
        return new Wanted("failed agent_error", "agent error: " + why, List.of(), 1, 1, 1);
    }

    static Wanted timeout(String limit) {
        return new Wanted("failed agent_timeout", "timeout after " + limit, List.of(), 1, 1, 1);
    }

    String agent() {
        return "  \"" + id + "\": " + config + "\n";
    }

    String testCase() {
        var line = Json.MAPPER.createObjectNode().put("id", id).put("agent", id).put("input", "hello");
        return (timeout.isEmpty() ? line : line.put("timeout", timeout)).toString();
    }

    @Override
    public String toString() {
        return id;
    }
}
