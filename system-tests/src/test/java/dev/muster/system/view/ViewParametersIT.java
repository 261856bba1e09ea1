package dev.muster.system.view;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.About;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the pages answer to parameters that are wrong or hostile; nothing is written, so they share a database. */
final class ViewParametersIT {

    private static ViewClient client;

    @BeforeAll
    static void open() throws Exception {
        client = ViewClient.open();
        run();
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static void run() {
        var letters = "PFE";
        var settings = WrittenRun.settings().with(new About(Map.of(), null, About.SEED, null, null, "suite"));
        var run = new ShownRun(client.database(), "one", settings);
        for (int number = 0; number < letters.length(); number++) {
            run.of(number, 0, letters.substring(number, number + 1), Map.of("team", "odd"), "the agent said nothing",
                    "Case " + number + " is just fine: zebra" + number);
        }
        run.over();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/runs?state=gone", "/runs?limit=many", "/runs?after=x", "/runs?label=x", "/runs/two",
        "/runs/one/cases?sort=up", "/runs/one/cases?status=good", "/runs/one/cases?cause=fate",
        "/runs/one/cases?cell=7", "/runs/one/cases?group=-1", "/runs/one/cases?group=1e99",
        "/runs/one/cases?min_ms=NaN",
        "/runs/one/cases?after=%00", "/runs/one/cases?after=MQ", "/runs/one/cases?q=%00", "/runs/one/cases/9",
        "/runs/one/cases/x", "/history", "/compare?run=one", "/compare?run=one&run=two",
        "/compare/cases?run=one&pair=-1",
        "/runs/one/cases/0?repeat=-1", "/runs?suite=%00", "/runs?agent=%00", "/runs?q=%00", "/history?key=%00",
        "/history?key=x&agent=%00", "/flaky?agent=%00", "/trends?suite=%00", "/compare?run=%00&run=one",
        "/runs/one/cases?file=%00", "/runs?limit=1.5", "/runs?limit=1e999999999",
        "/runs?after=KzEwMDAwMDAwMDAtMTItMzFUMjM6NTk6NTlaCng", "/runs?after=MjAyNi0wMS0wMVQwMDowMDowMFoKAA",
        "/runs/one/cases?after=TmFOCjEKd29yc3Q", "/runs/one/cases?after=My4wCjEKbXM"})
    void wrongParametersAreToldInASentence(String path) {
        var answer = client.ask(path);

        boolean missing = List.of("/runs/two", "/runs/one/cases/9").contains(path)
                || answer.body().contains("not found");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(missing ? 404 : 400);
        assertThat(answer.body()).doesNotContain("jdbc");
        assertThat(Json.MAPPER.readTree(answer.body()).get("error").asString()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"q='%20OR%20true--", "q=%5C", "q=%27%3A%2A%20%26%20%7C", "q=%F0%9F%A6%93", "file=%27%3B--",
        "label=a=%27%29%3B", "min_cost=1e999999999", "limit=1000000", "q=%25_%25", "q=!!!&replies=all"})
    void hostileParametersFindNothingAndBreakNothing(String query) {
        assertThat(client.numbers("one", query).size()).isIn(0, 3);
        client.get("/runs/one/count?" + query);
        client.get("/runs/one/groups?" + query);
    }
}
