package dev.muster.system.conformance;

import module java.base;
import dev.muster.system.conformance.Part.Step;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The script of all agents and helpers during one command line, with a record of odd calls. */
final class Scene {

    /** How a case begins: the number of messages of its first call, and the text of the last of them. */
    record Opening(int messages, String last) {}

    /** Scripts give seconds; only the shape of a time is compared, so a hundredth is enough. */
    private static final int FASTER = 100;

    private static final String REFUSED = "refused_connection";

    private static final String AGENTS = "agents/";
    private static final List<String> PARTIES = List.of("agent", "simulator", "validator", "generator");

    private final Path folder;
    private final JsonNode script;
    private final ConcurrentMap<String, Part> parts = new ConcurrentHashMap<>();
    private final ConcurrentMap<Opening, String> openings = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, String> threads = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, EventClock> clocks = new ConcurrentHashMap<>();
    private final Queue<String> oddities = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);

    /** @param folder the project's folder, for answers in files */
    Scene(Path folder, JsonNode script, Map<Opening, String> openings) {
        this.folder = folder;
        this.script = script;
        this.openings.putAll(openings);
        add("", script);
        script.path("agents").properties()
                .forEach(each -> parts.put(AGENTS + each.getKey(), new Part(each.getValue())));
        script.path("cases").properties().forEach(each -> add(each.getKey(), each.getValue()));
    }

    private void add(String caseId, JsonNode written) {
        PARTIES.stream().filter(written::has)
                .forEach(party -> parts.put(caseId + "/" + party, new Part(written.path(party))));
        written.path("opens").asStringOpt().ifPresent(text -> expect(new Opening(1, text), caseId));
    }

    /** Returns the next step of the called agent or helper; empty when the call is unexpected. */
    Optional<Step> next(Call call) {
        var part = part(call);
        var step = Optional.ofNullable(part).flatMap(Part::next);
        if (step.isEmpty()) {
            oddities.add("nobody foresaw this call of the " + call.party() + ": " + call.body());
        }
        step.ifPresent(each -> Hearing.differences(each.does(), call)
                .forEach(difference -> oddities.add(call.party() + " hears " + difference)));
        return step;
    }

    /** Whether the next call must find a closed port; that counts as called, since the call never arrives. */
    boolean refused(Call call) {
        var part = part(call);
        return part != null && part.ahead().filter(step -> step.fails(REFUSED)).isPresent()
                && part.next().isPresent();
    }

    /** Whether a port is closed along the way. */
    boolean hasRefusal() {
        return Trials.items(script.path("agent")).anyMatch(step -> step.path("fails").has(REFUSED));
    }

    private @Nullable Part part(Call call) {
        var other = parts.get(AGENTS + call.endpoint());
        if (other != null && call.party().equals("agent")) {
            return other;
        }
        var own = parts.get(caseOf(call) + "/" + call.party());
        return own == null ? parts.get("/" + call.party()) : own;
    }

    private String caseOf(Call call) {
        if (!call.party().equals("agent")) {
            return call.document().path("test_id").asString("");
        }
        var opening = new Opening(call.messages().size(), call.last());
        return call.thread().isEmpty() ? openings.getOrDefault(opening, "")
                : threads.computeIfAbsent(call.thread(), thread -> openings.getOrDefault(opening, ""));
    }

    /** Generated cases open like any other. */
    void expect(Opening opening, String caseId) {
        openings.put(opening, caseId);
    }

    /** A step's JSON: written in place, or in a file of the project. */
    String json(JsonNode written) throws IOException {
        return written.isString() && written.stringValue().endsWith(".json")
                ? Files.readString(folder.resolve(written.stringValue())).strip()
                : written.isString() ? written.stringValue() : written.toString();
    }

    /** Returns the clock of a test's events; null when its events have no times. */
    @Nullable
    EventClock clock(Call call) {
        return timed() ? clocks.computeIfAbsent(call.thread(), thread -> new EventClock()) : null;
    }

    private boolean timed() {
        return Trials.items(script.path("agent")).anyMatch(step -> step.has("starts_at") || step.has("ends_at")
                || Trials.items(step.path("tools")).anyMatch(tool -> tool.has("at")));
    }

    /** Waits as long as the step takes, or until the scene ends. */
    void take(Step step) throws InterruptedException {
        var takes = step.does().path("takes").asString("");
        if (step.fails("silent")) {
            over.await();
        } else if (!takes.isEmpty()) {
            var millis = Double.parseDouble(takes.substring(0, takes.length() - 1)) * 1000 / FASTER;
            var _ = over.await((long) millis, TimeUnit.MILLISECONDS);
        }
    }

    int nextRun() {
        return runs.incrementAndGet();
    }

    void begin(Call call) {
        if (call.party().equals("agent")) {
            mostAtOnce.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        }
    }

    void end(Call call) {
        if (call.party().equals("agent")) {
            underWay.decrementAndGet();
        }
    }

    void odd(String sentence) {
        oddities.add(sentence);
    }

    /** Releases all waiting calls, and reports what was odd, including calls that never came. */
    List<String> end() {
        over.countDown();
        var all = new ArrayList<>(oddities);
        parts.forEach((who, part) -> {
            if (part.calls() < part.foreseen()) {
                all.add(who + " was called " + part.calls() + " times, not " + part.foreseen());
            }
        });
        return all;
    }

    int mostAtOnce() {
        return mostAtOnce.get();
    }

    int calls(String party) {
        return parts.entrySet().stream().filter(each -> each.getKey().endsWith("/" + party))
                .mapToInt(each -> each.getValue().calls()).sum();
    }

    /** Returns the number of conversations that the agent saw. */
    int threads() {
        return threads.size();
    }
}
