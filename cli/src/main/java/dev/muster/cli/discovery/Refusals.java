package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.http.OneLine;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;

/**
 * Says why an address gave no answer that can be used, and what to try.
 *
 * @param hasKey whether a header was given, which may be a key
 */
record Refusals(boolean hasKey) {

    private static final Pattern KEY_HEADER = Pattern
            .compile("(?i)\\b(x-)?([a-z]{1,20}-)?(api-?key|auth-token|access-token)\\b");

    private static final String KEY = "${ENV.AGENT_KEY}";
    private static final String BEARER = "'Authorization: Bearer " + KEY + "'";

    static NotFound dead(String url, IOException e) {
        var why = String.valueOf(e.getMessage());
        return new NotFound(switch (e) {
            case HttpConnectTimeoutException silent -> "nothing answers at " + url
                    + " (no connection in time): is this its address, and is a firewall or a proxy in between?"
                    + (url.startsWith("https:") ? " If it speaks no TLS, try http://" : "");
            case HttpTimeoutException late -> url + " did not answer (" + OneLine.ofMessage(why) + ")";
            case ConnectException refused -> "nothing answers at " + url + " ("
                    + (e.getCause() instanceof java.nio.channels.UnresolvedAddressException || why.contains("resolve")
                            ? "unknown host" : "connection refused")
                    + "): is the agent running, and is this its address?";
            case SSLException insecure ->
                "no TLS connection to " + url + " (" + OneLine.ofMessage(why) + "); if it speaks"
                        + " no TLS, try http://";
            default -> "what answers at " + url + " speaks no HTTP (" + OneLine.ofMessage(why) + "); if it speaks TLS,"
                    + " try https://";
        });
    }

    /** Returns the command for another address, which may have been named by a server. */
    static String again(String url) {
        boolean isPlain = url.chars().allMatch(c -> Character.isLetterOrDigit(c) || "/._~:@,=+-%".indexOf(c) >= 0);
        return "muster init --url " + (isPlain ? url : "'" + url.replace("'", "%27") + "'");
    }

    /** Returns where a redirect leads, which may be relative. */
    private static String target(String url, String location) {
        try {
            return URI.create(url).resolve(location).toString();
        } catch (IllegalArgumentException e) {
            return location;
        }
    }

    void refuse(PeekAnswer answer, String url, Draft byHand) throws NotFound {
        var unreadable = answer.unreadable();
        if (unreadable != null) {
            throw new NotFound("HTTP " + answer.status() + " from POST " + url + ": " + unreadable, byHand);
        }
        if (answer.isGood() && answer.end() == PeekAnswer.End.BROKEN) {
            throw new NotFound("the answer of POST " + url + " was truncated, the connection broke: "
                    + OneLine.of(answer.body()), byHand);
        }
        if (answer.isGood() && !answer.isWhole()) {
            throw new NotFound("the answer of POST " + url + " did not end in time: " + OneLine.of(answer.body())
                    + "; --timeout gives it more; if it never ends, done in response names what ends it", byHand);
        } else if (answer.isGood()) {
            return;
        }
        int status = answer.status();
        var came = "HTTP " + status + " from POST " + url + ": " + OneLine.of(answer.body());
        switch (status) {
            case 401, 403 -> throw new NotFound(hasKey || url.indexOf('?') > 0 ? "the key you gave was refused: " + came
                    : came + "; give its key: --header " + keyHeader(answer));
            case 404, 405 -> throw answer.body().contains("model")
                    ? new NotFound(came + "; does it have this model?", byHand) : new NotFound(came
                            + "; is the path right?");
            case 429, 502, 503, 504 -> throw new NotFound(came + "; it can't answer now: try again"
                    + (answer.header("Retry-After").isEmpty() ? ""
                            : " (it says: after " + OneLine.of(answer.header("Retry-After")) + ")"));
            default -> {
                if (status / 100 == 3 && !answer.header("Location").isEmpty()) {
                    var moved = target(url, answer.header("Location"));
                    throw new NotFound("the agent has moved to " + OneLine.of(moved) + " (HTTP " + status
                            + " from POST " + url + "): " + again(OneLine.of(moved)));
                }
                if (status >= 500) {
                    throw new NotFound("the agent failed: " + came + "; check its log");
                }
                throw new NotFound(came + "; it does not accept this body", byHand);
            }
        }
    }

    /** Returns the header that an answer of 401 seems to miss, and what to know about it. */
    private static String keyHeader(PeekAnswer answer) {
        var challenge = answer.header("WWW-Authenticate").strip();
        int end = challenge.indexOf(' ');
        var scheme = (end < 0 ? challenge : challenge.substring(0, end)).toLowerCase(Locale.ROOT);
        // the first word is a scheme, as in 'ApiKey', and no header
        var names = new ArrayList<String>();
        var found = KEY_HEADER.matcher(answer.body() + (end < 0 ? "" : challenge.substring(end)));
        while (found.find()) {
            names.add(found.group());
        }
        var named = names.stream().filter(name -> name.indexOf('-') >= 0).findFirst()
                .or(() -> names.stream().findFirst());
        return switch (scheme) {
            case "basic" -> "'Authorization: Basic " + KEY + "' (USER:PASSWORD in Base64)";
            case "bearer" -> BEARER;
            default -> named.map(name -> "'" + name + ": " + KEY + "'").orElse("'NAME: " + KEY + "', where NAME is the"
                    + " header that the agent documents, often " + BEARER);
        };
    }
}
