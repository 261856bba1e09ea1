package dev.muster.system.command;

import static dev.muster.system.command.FailingAgent.busy;
import static dev.muster.system.command.FailingAgent.failed;
import static dev.muster.system.command.FailingAgent.passed;
import static dev.muster.system.command.FailingAgent.refused;
import static dev.muster.system.command.FailingAgent.timeout;
import static dev.muster.system.command.FailingAgent.unreachable;

import module java.base;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Received;
import dev.muster.common.agent.Wire;
import dev.muster.system.command.FailingAgent.Wanted;

/** A server that breaks in the way that its path names, in each form in which a mapping reads answers. */
final class BrokenHttp implements AutoCloseable {

    static final String SECRET = "secret-in-the-query";

    private static final String LIMIT = "2s";
    private static final String BIG = "x".repeat(1 << 16);
    private static final String TRUNCATED = "the ";
    private static final String TOO_MUCH = "the answer exceeded the limit of ";

    private final int closedPort;
    private final ScriptedServer server;

    private BrokenHttp(int closedPort, ScriptedServer server) {
        this.closedPort = closedPort;
        this.server = server;
    }

    /** A way in which answers come: in one piece, as events, as lines. */
    enum Form {
        JSON("application/json", "{ text: $.text, error: $.error }", "", "\n", ""),
        SSE("text/event-stream", "{ text: $.text, error: $.error, done: '[DONE]' }", "data: ", "\n\n",
                "data: [DONE]\n\n"),
        NDJSON("application/x-ndjson", "{ text: $.text, error: $.error, done: $.done }", "", "\n",
                "{\"done\": true}\n");

        private final String type;
        private final String response;
        private final String before;
        private final String after;
        private final String end;

        Form(String type, String response, String before, String after, String end) {
            this.type = type;
            this.response = response;
            this.before = before;
            this.after = after;
            this.end = end;
        }

        String path() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean streams() {
            return this != JSON;
        }

        String event(String data) {
            return before + data + after;
        }
    }

    static BrokenHttp start() throws IOException {
        return new BrokenHttp(closedPort(), ScriptedServer.of(BrokenHttp::answer));
    }

    /** Returns a port at which nobody listens. */
    static int closedPort() throws IOException {
        try (var soon = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return soon.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    List<FailingAgent> cases() {
        var cases = new ArrayList<FailingAgent>();
        for (var form : Form.values()) {
            ways(form).forEach((how, wanted) -> cases.add(agent(form, how, wanted)));
            var closed = "http://127.0.0.1:" + closedPort + "/chat";
            cases.add(elsewhere(form, "nobody", closed, unreachable("connection refused").naming("POST " + closed)));
            cases.add(elsewhere(form, "unknown-host", "http://no-such-host.invalid/chat",
                    unreachable("unknown host").naming("POST http://no-such-host.invalid/chat")));
            var tls = server.url().replace("http:", "https:") + "/" + form.path() + "/tls";
            cases.add(elsewhere(form, "tls", tls, unreachable("TLS: ").naming("POST " + tls)));
        }
        before("session", "session.id (", "session: { request: { url: \"%s\", body: {} }, id: $.key }", cases);
        before("token", "", "auth: { type: oauth2, token_url: \"%s\", client_id: us, client_secret: ours-alone }",
                cases);
        return cases;
    }

    private static Map<String, Wanted> ways(Form form) {
        var ways = new LinkedHashMap<String, Wanted>();
        ways.put("sound", passed());
        for (var status : List.of("401 Unauthorized", "403 Forbidden", "404 Not Found")) {
            ways.put(status, refused("HTTP " + status + ": told so").naming("; check its "));
        }
        ways.put("302 Found", refused("HTTP 302 Found").naming("the agent has moved to"));
        for (var status : List.of("429 Too Many Requests", "502 Bad Gateway", "503 Service Unavailable",
                "504 Gateway Timeout")) {
            ways.put(status, busy("HTTP " + status + ": told so"));
        }
        for (var status : List.of("400 Bad Request", "500 Internal Server Error")) {
            ways.put(status, failed("HTTP " + status.substring(0, 3) + ": told so"));
        }
        ways.put("closed", unreachable("closed before the first byte of an answer"));
        ways.put("short", failed(TRUNCATED).naming("truncated, the connection broke"));
        ways.put("unfinished", failed(TRUNCATED).naming("truncated, the connection broke"));
        ways.put("reset", failed(TRUNCATED).naming("truncated, the connection broke"));
        ways.put("half", form.streams() ? failed("the stream was truncated, it ended before the end of an event")
                : failed("the answer is not JSON: "));
        ways.put("garbage", failed((form.streams() ? "an event" : "the answer") + " is not JSON: ").naming("hello?"));
        ways.put("ssh", failed("what answers does not speak HTTP: "));
        ways.put("page", failed("expected ").naming("got text/html", "<html>", "this is a web page"));
        ways.put("empty", failed(form.streams() ? "the stream was truncated, it ended before" : "the answer is empty"));
        ways.put("elsewhere", failed("response.text ($.text) is nowhere in the answer: ").naming("\"answer\":"));
        ways.put("declared", failed("no model"));
        if (form == Form.SSE) {
            ways.put("error-event", failed("the stream has an event 'error': ").naming("out of memory"));
        }
        ways.put("brotli", failed("the answer has Content-Encoding: br, which Muster does not read"));
        ways.put("deep", failed((form.streams() ? "an event" : "the answer") + " is not JSON: "));
        ways.put("huge", failed(TOO_MUCH + "8 MiB per event"));
        ways.put("endless", failed(TOO_MUCH + (form.streams() ? "200,000 events" : "8 MiB")));
        ways.put("trickling", timeout(LIMIT));
        ways.put("slow", timeout(LIMIT));
        ways.put("stalled", timeout(LIMIT));
        return ways;
    }

    /** Adds agents whose call for a session or a token breaks, before the one that the case is about. */
    private void before(String what, String missing, String member, List<FailingAgent> cases) {
        var ways = new LinkedHashMap<String, Wanted>();
        ways.put("404 Not Found", refused("HTTP 404 Not Found: told so"));
        ways.put("503 Service Unavailable", busy("HTTP 503 Service Unavailable: told so"));
        ways.put("500 Internal Server Error", failed("HTTP 500: told so"));
        ways.put("closed", unreachable("closed before the first byte of an answer"));
        ways.put("short", failed("the answer was truncated, the connection broke"));
        ways.put("garbage", failed("the answer is not JSON"));
        ways.put("elsewhere", failed(missing));
        ways.put("endless", failed(TOO_MUCH));
        ways.put("slow", timeout(LIMIT));
        ways.forEach((how, wanted) -> {
            var path = "/" + what + "/" + way(how);
            var url = server.url() + path;
            cases.add(new FailingAgent(what + " " + how, config(server.url() + "/json/sound", Form.JSON,
                    member.formatted(url + "?key=" + SECRET) + ", "), limit(wanted), located(wanted, url),
                    calls(path)));
        });
    }

    private FailingAgent agent(Form form, String how, Wanted wanted) {
        var path = "/" + form.path() + "/" + way(how);
        return new FailingAgent(form.path() + " " + how, config(server.url() + path + "?key=" + SECRET, form, ""),
                limit(wanted), how.equals("declared") ? wanted : located(wanted, server.url() + path), calls(path));
    }

    private FailingAgent elsewhere(Form form, String how, String url, Wanted wanted) {
        return new FailingAgent(form.path() + " " + how, config(url, form, ""), "", wanted.called(0, 0),
                calls("/" + form.path() + "/" + how));
    }

    private static Wanted located(Wanted wanted, String url) {
        return wanted.begins().startsWith("agent ") ? wanted.naming("POST " + url) : wanted;
    }

    private static String limit(Wanted wanted) {
        return wanted.begins().startsWith("timeout") ? LIMIT : "";
    }

    private static String config(String url, Form form, String more) {
        return "{ protocol: http, url: \"" + url + "\", " + more + "body: { message: \"${input}\" }, response: "
                + form.response + " }";
    }

    private IntSupplier calls(String path) {
        return () -> (int) server.received().stream()
                .map(request -> request.line().split("[ ?]", -1))
                .filter(words -> words.length > 1 && words[1].equals(path)).count();
    }

    private static String way(String how) {
        return how.split(" ", -1)[0];
    }

    private static void answer(Wire wire, Received request) throws IOException, InterruptedException {
        var path = request.line().split("[ ?/]", -1);
        var form = Arrays.stream(Form.values()).filter(each -> each.path().equals(path[2])).findFirst()
                .orElse(Form.JSON);
        var how = path[3];
        if (Character.isDigit(how.charAt(0))) {
            wire.status(how + " " + reason(how) + "\nRetry-After: 0\nLocation: /moved", "told so");
            return;
        }
        var head = "HTTP/1.1 200 OK\r\nContent-Type: " + form.type + "\r\n";
        var begun = form.event("{\"text\": \"I was about to\"}");
        var open = head + "Connection: close\r\n\r\n";
        switch (how) {
            case "sound" -> whole(wire, form, form.event("{\"text\": \"All is well\", \"key\": \"k\"}") + form.end);
            case "closed", "tls" -> wire.raw("");
            case "short" -> wire.raw(head + "Content-Length: 5000\r\n\r\n" + begun);
            case "unfinished" -> wire.raw(head + "Transfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(begun.length()) + "\r\n" + begun + "\r\n");
            case "reset" -> {
                wire.raw(open + begun);
                wire.reset();
            }
            case "half" -> whole(wire, form, begun + form.event("{\"text\": \"I was ab").strip());
            case "garbage" -> whole(wire, form, form.event("hello?") + form.end);
            case "ssh" -> wire.raw("SSH-2.0-OpenSSH_9.6\r\n");
            case "page" -> wire.status("200 OK\nContent-Type: text/html", "<html>Log in</html>");
            case "empty" -> whole(wire, form, "");
            case "elsewhere" -> whole(wire, form, form.event("{\"answer\": \"All is well\"}") + form.end);
            case "declared" -> whole(wire, form, form.event("{\"error\": \"no model\"}") + form.end);
            case "error-event" -> whole(wire, form, begun + "event: error\n" + form.event("out of memory") + form.end);
            case "brotli" -> wire.status("200 OK\nContent-Encoding: br\nContent-Type: " + form.type, "\u0001\u0002");
            case "deep" -> whole(wire, form, form.event("[".repeat(5_000) + "]".repeat(5_000)) + form.end);
            case "huge" -> {
                wire.raw(open + form.before + "{\"text\": \"");
                for (int sent = 0; sent < 20 << 20; sent += BIG.length()) {
                    wire.raw(BIG);
                }
                wire.raw("\"}" + form.after + form.end);
            }
            case "endless" -> {
                wire.raw(open + (form.streams() ? "" : "{\"text\": \""));
                wire.endlessly(form.streams() ? form.event("{\"text\": \"on\"}").repeat(1_000) : BIG, Duration.ZERO);
            }
            case "trickling" -> {
                wire.raw(open + (form.streams() ? "" : "{\"text\": \""));
                wire.endlessly(form.streams() ? begun : "x", Duration.ofMillis(20));
            }
            case "slow" -> wire.hang();
            case "stalled" -> {
                wire.raw(open + (form.streams() ? begun : "{\"text\": "));
                wire.hang();
            }
            default -> throw new IOException("no way to break is " + how);
        }
    }

    private static String reason(String status) {
        return switch (status) {
            case "302" -> "Found";
            case "400" -> "Bad Request";
            case "401" -> "Unauthorized";
            case "403" -> "Forbidden";
            case "404" -> "Not Found";
            case "429" -> "Too Many Requests";
            case "500" -> "Internal Server Error";
            case "502" -> "Bad Gateway";
            case "503" -> "Service Unavailable";
            default -> "Gateway Timeout";
        };
    }

    private static void whole(Wire wire, Form form, String body) throws IOException {
        wire.status("200 OK\nContent-Type: " + form.type, body);
    }
}
