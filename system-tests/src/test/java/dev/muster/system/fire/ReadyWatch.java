package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Polls a coordinator's readiness all the time, like a load balancer: no answer counts as not ready. */
final class ReadyWatch implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest question;
    private final List<Answer> answers = new CopyOnWriteArrayList<>();
    private final Thread asking;

    private record Answer(Instant at, boolean ready) {}

    private ReadyWatch(URI coordinator) {
        this.question = HttpRequest.newBuilder(coordinator.resolve("/ready")).timeout(PATIENCE).build();
        this.asking = Thread.ofPlatform().daemon().name("ready?").start(this::ask);
    }

    static ReadyWatch of(URI coordinator) {
        return new ReadyWatch(coordinator);
    }

    /** Returns how long after the fault it was seen not ready; it must have been. */
    Optional<Duration> unreadyAfter(Instant blow) {
        var at = first(false, blow);
        assertThat(at).as("said not to be ready").isPresent();
        return at.map(then -> Duration.between(blow, then));
    }

    /** Waits until it is seen not ready, then until it is ready again. */
    void awaitDip(Instant blow, Duration unready, Duration ready) throws InterruptedException {
        Wait.until("the coordinator is not ready", unready, () -> first(false, blow).isPresent());
        awaitReady(first(false, blow).orElseThrow(), ready);
    }

    void awaitReady(Instant since, Duration atMost) throws InterruptedException {
        Wait.until("the coordinator is ready", atMost, () -> first(true, since).isPresent());
    }

    @Override
    public void close() {
        asking.interrupt();
        http.shutdownNow();
    }

    private Optional<Instant> first(boolean ready, Instant after) {
        return answers.stream().filter(answer -> answer.ready() == ready && answer.at().isAfter(after))
                .map(Answer::at).findFirst();
    }

    private void ask() {
        try {
            while (true) {
                boolean ready = ready();
                answers.add(new Answer(Instant.now(), ready));
                Wait.pass(EVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ready() throws InterruptedException {
        try {
            return http.send(question, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
