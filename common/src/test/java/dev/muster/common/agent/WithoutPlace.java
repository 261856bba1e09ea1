package dev.muster.common.agent;

import module java.base;

/** Takes the method, the URL and the advice out of a failure, which differ from server to server of a test. */
public final class WithoutPlace {

    private static final Pattern PLACE = Pattern
            .compile(" \\((?:GET|POST|WebSocket) (?:http|ws)s?://[^)]*\\)(?:; .*)?$");

    private WithoutPlace() {}

    public static AgentOutcome of(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentFailure.Unreachable(var text, var connection) ->
                new AgentFailure.Unreachable(bare(text), connection);
            case AgentFailure.Timeout(var text) -> new AgentFailure.Timeout(bare(text));
            case AgentFailure.Busy(int status, var after, var text) -> new AgentFailure.Busy(status, after, bare(text));
            case AgentFailure.Refused(int status, var text) -> new AgentFailure.Refused(status, bare(text));
            case AgentFailure.Agent(var text, boolean declared) -> new AgentFailure.Agent(bare(text), declared);
            case AgentFailure.Protocol(var text) -> new AgentFailure.Protocol(bare(text));
            case AgentFailure.Truncated(var text) -> new AgentFailure.Truncated(bare(text));
            default -> outcome;
        };
    }

    private static String bare(String text) {
        return PLACE.matcher(text).replaceFirst("");
    }
}
