package dev.muster.system.view;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.net.http;
import dev.muster.bench.mock.PageSession;
import dev.muster.common.json.Json;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.coordinator.store.Database;
import dev.muster.system.FreshDatabase;
import tools.jackson.databind.JsonNode;

/** A fresh database behind a viewer's server, and a browser that is logged in. */
record ViewClient(FreshDatabase fresh, ViewServer server, HttpClient browser,
        PageSession session) implements AutoCloseable {

    static ViewClient open() throws IOException, InterruptedException {
        var fresh = FreshDatabase.open(4);
        var server = ViewServer.start(new Views(fresh.database(), null, InstantSource.system()), 0);
        var browser = HttpClient.newHttpClient();
        return new ViewClient(fresh, server, browser, PageSession.begin(browser, server.link()));
    }

    Database database() {
        return fresh.database();
    }

    HttpResponse<String> ask(String path) {
        try {
            return browser.send(session.request("/api/v1" + path).timeout(Duration.ofSeconds(30)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    JsonNode get(String path) {
        var answer = ask(path);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return Json.MAPPER.readTree(answer.body());
    }

    /** Reads all pages. */
    List<JsonNode> all(String path, String list) {
        var all = new ArrayList<JsonNode>();
        var next = "";
        do {
            var page = get(path + next);
            page.path(list).forEach(all::add);
            assertThat(all).as(path).hasSizeLessThan(1000);
            next = page.has("next") ? (path.contains("?") ? "&" : "?") + "after=" + page.get("next").asString() : "";
        } while (!next.isEmpty());
        return all;
    }

    /** Returns the numbers of a run's cases that a query finds. */
    List<Integer> numbers(String run, String query) {
        return all("/runs/" + run + "/cases?" + query, "cases").stream().map(each -> each.get("number").asInt())
                .toList();
    }

    @Override
    public void close() {
        browser.close();
        server.close();
        fresh.close();
    }
}
