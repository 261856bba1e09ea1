package dev.muster.system.command;

import static dev.muster.system.command.FailingAgent.busy;
import static dev.muster.system.command.FailingAgent.failed;
import static dev.muster.system.command.FailingAgent.passed;
import static dev.muster.system.command.FailingAgent.refused;
import static dev.muster.system.command.FailingAgent.timeout;
import static dev.muster.system.command.FailingAgent.unreachable;

import module java.base;
import dev.muster.common.testing.WebSocketServer;
import dev.muster.common.testing.WebSocketServer.Peer;
import dev.muster.system.command.FailingAgent.Wanted;

/** A WebSocket server that breaks in the way that its path names, in the handshake or after the first message. */
final class BrokenSocket implements AutoCloseable {

    private static final String LIMIT = "2s";
    private static final String BIG = "x".repeat(1 << 16);
    private static final String TOO_MUCH = "the answer exceeded the limit of ";

    private final int closedPort;
    private final Map<String, AtomicInteger> heard;
    private final WebSocketServer server;

    private BrokenSocket(int closedPort, Map<String, AtomicInteger> heard, WebSocketServer server) {
        this.closedPort = closedPort;
        this.heard = heard;
        this.server = server;
    }

    static BrokenSocket start() throws IOException {
        var heard = new ConcurrentHashMap<String, AtomicInteger>();
        return new BrokenSocket(BrokenHttp.closedPort(), heard, WebSocketServer.of(peer -> {
            heard.computeIfAbsent(how(peer), _ -> new AtomicInteger()).incrementAndGet();
            return letsIn(peer, how(peer));
        }, (peer, _) -> answer(peer, how(peer))));
    }

    int open() {
        return server.open();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    List<FailingAgent> cases() {
        var cases = new ArrayList<FailingAgent>();
        ways().forEach((how, wanted) -> {
            var url = server.url() + "/" + way(how);
            cases.add(agent(how, url + "?key=" + BrokenHttp.SECRET,
                    wanted.begins().startsWith("agent ") && !how.equals("declared")
                            ? wanted.naming("WebSocket " + url) : wanted));
        });
        var closed = "ws://127.0.0.1:" + closedPort + "/chat";
        cases.add(
                agent("nobody", closed, unreachable("connection refused").naming("WebSocket " + closed).called(0, 0)));
        cases.add(agent("unknown-host", "ws://no-such-host.invalid/chat",
                unreachable("unknown host").naming("WebSocket ws://no-such-host.invalid/chat").called(0, 0)));
        var tls = server.url().replace("ws:", "wss:") + "/tls";
        cases.add(agent("tls", tls, unreachable("TLS: ").naming("WebSocket " + tls).called(0, 2)));
        return cases;
    }

    private static Map<String, Wanted> ways() {
        var ways = new LinkedHashMap<String, Wanted>();
        ways.put("sound", passed());
        for (int status : new int[]{401, 403}) {
            ways.put(String.valueOf(status), refused("HTTP " + status).naming("; check its "));
        }
        ways.put("404", refused("HTTP 404").naming("; no WebSocket answers there: check its 'url'"));
        ways.put("302", refused("HTTP 302").naming("the agent has moved to"));
        for (int status : new int[]{429, 502, 503, 504}) {
            ways.put(String.valueOf(status), busy("HTTP " + status));
        }
        for (int status : new int[]{400, 500}) {
            ways.put(String.valueOf(status), failed("HTTP " + status));
        }
        ways.put("200", failed("HTTP 200 where a WebSocket was expected"));
        ways.put("wrong-accept", failed("the handshake has no right Sec-WebSocket-Accept"));
        ways.put("closed-at-once", unreachable("closed before the first byte of an answer"));
        ways.put("ssh", failed("what answers does not speak HTTP: "));
        ways.put("no-handshake", timeout(LIMIT));
        ways.put("endless-refusal", failed("HTTP 500"));
        ways.put("dropped", failed("the ").naming("truncated, the connection broke"));
        ways.put("dropped-at-once", failed("the ").naming("truncated, the connection broke"));
        ways.put("1011", failed("the WebSocket closed with 1011 before the answer was complete"));
        ways.put("1000", failed("the stream was truncated, it ended before $.done"));
        ways.put("garbage", failed("an event is not JSON: ").naming("hello?"));
        ways.put("elsewhere", failed("response.text ($.text) is nowhere in the answer: "));
        ways.put("declared", failed("no model"));
        ways.put("huge", failed(TOO_MUCH + "8 MiB per event"));
        ways.put("endless-message", failed(TOO_MUCH + "8 MiB per event"));
        ways.put("rule-broken", failed("the server violated the WebSocket protocol"));
        ways.put("endless", failed(TOO_MUCH + "200,000 events"));
        ways.put("trickling", timeout(LIMIT));
        ways.put("slow", timeout(LIMIT));
        ways.put("stalled", timeout(LIMIT));
        return ways;
    }

    private FailingAgent agent(String how, String url, Wanted wanted) {
        return new FailingAgent("websocket " + how, "{ protocol: http, url: \"" + url
                + "\", body: { message: \"${input}\" }, response: { text: $.text, error: $.error, done: $.done } }",
                wanted.begins().startsWith("timeout") ? LIMIT : "", wanted,
                () -> heard.getOrDefault(way(how), new AtomicInteger()).get());
    }

    private static String way(String how) {
        return how.split(" ", -1)[0];
    }

    private static String how(Peer peer) {
        return peer.path().split("[/?]", -1)[1];
    }

    private static boolean letsIn(Peer peer, String how) throws IOException, InterruptedException {
        switch (how) {
            case "200", "302", "400", "401", "403", "404", "429", "500", "502", "503", "504" ->
                peer.refuse(how + " No\nRetry-After: 0\nLocation: /moved");
            case "closed-at-once", "tls" -> {
                return false;
            }
            case "wrong-accept" -> peer.accept("anything");
            case "ssh" -> peer.raw("SSH-2.0-OpenSSH_9.6\r\n");
            case "no-handshake" -> peer.hang();
            case "endless-refusal" -> {
                peer.raw("HTTP/1.1 500 No\r\nConnection: close\r\n\r\n");
                while (true) {
                    peer.raw(BIG);
                }
            }
            default -> {
                return true;
            }
        }
        return false;
    }

    private static void answer(Peer peer, String how) throws IOException, InterruptedException {
        switch (how) {
            case "sound" -> peer.json("{'text': 'All is well', 'done': true}");
            case "dropped" -> {
                peer.json("{'text': 'I was about to'}");
                peer.drop();
            }
            case "dropped-at-once" -> peer.drop();
            case "1000", "1011" -> {
                peer.json("{'text': 'I was about to'}");
                peer.close(Integer.parseInt(how));
            }
            case "garbage" -> peer.say("hello?");
            case "elsewhere" -> peer.json("{'answer': 'All is well', 'done': true}");
            case "declared" -> peer.json("{'error': 'no model'}");
            case "rule-broken" -> peer.frame(0xC1, new byte[]{1, 2});
            case "huge" -> peer.say(BIG.repeat(200));
            case "endless-message" -> {
                peer.begin("{\"text\": \"");
                while (true) {
                    peer.goOn(BIG);
                }
            }
            case "endless" -> {
                while (true) {
                    peer.json("{'text': 'on'}");
                }
            }
            case "trickling" -> trickle(peer);
            case "slow" -> peer.hang();
            case "stalled" -> {
                peer.json("{'text': 'I was about to'}");
                peer.hang();
            }
            default -> throw new IOException("no way to break is " + how);
        }
    }

    private static void trickle(Peer peer) throws IOException, InterruptedException {
        var never = new CountDownLatch(1);
        while (!never.await(20, TimeUnit.MILLISECONDS)) {
            peer.json("{'text': 'on'}");
        }
    }
}
