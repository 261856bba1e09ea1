package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the questions of a person are answered from Home by clicks, or by keys alone, on the demo's history. */
@Tag("browser")
final class ViewerQuestionsIT extends ViewerPages {

    private static final String EXPECTED = "expected the reply to contain";
    private static final String SIZE_BEFORE = "Which frame would you like?";
    private static final String SIZE_NOW = "Please choose a frame in our shop.";

    @TempDir
    private static Path folder;

    private static DemoPages demo;

    private View view;
    private int clicks;

    @BeforeAll
    static void start() throws Exception {
        demo = DemoPages.open(folder);
    }

    @AfterAll
    static void stop() {
        if (demo != null) { // without a browser nothing was started
            demo.close();
        }
    }

    @BeforeEach
    void home() {
        view = demo.home(WIDTHS.getFirst(), SCHEMES.getFirst());
        clicks = 0;
    }

    @AfterEach
    void nothingComplained() {
        view.runsClean("after the test");
        view.close();
    }

    private void click(String selector) {
        view.click(selector);
        clicks++;
    }

    @Test
    void whatBrokeSinceYesterday() {
        view.shows("23 failed; 139 of 162 passed", "3 newly failing", "2 wavering", "4 still failing", "$0.18",
                "1 min 0 s",
                "2026-05-01"); // the news may follow
        assertThat(view.page().locator(".strip a").count()).isEqualTo(30);

        click("text=3 newly failing");
        view.settled().shows("Newly failing: 3", "out-of-stock", "price-difference", "size", "3/3 → 0/3");
    }

    @Test
    void whatFailedAndWhy() {
        click("main [data-row]");
        view.settled().shows("What did not pass, by reason", EXPECTED, "18 cases, 162 results");

        click("text=3 newly failing");
        view.page().selectOption("select[aria-label='every status']", "failed");
        view.settled().shows("9 cases, 23 of 162 results");
        view.page().selectOption("select[aria-label='every agent']", "0");
        view.settled().shows("3 cases, 9 of 162 results");
        assertThat(view.page().url()).contains("status=failed", "cell=0");
        view.page().fill("[name=q]", "hardcover");
        view.shows("No case matches.");
        view.page().fill("[name=q]", "on its way");
        view.shows("1 case, 3 of 162 results").settled();
        assertThat(view.page().locator(".cases tbody tr").allInnerTexts()).singleElement().asString()
                .contains("price-difference", "expected the reply to contain \"$9.00\"", "✗✗✗");
        assertThat(view.page().url()).contains("q=on+its+way");

        var filtered = view.page().url();
        view.page().reload();
        view.settled().shows("1 case, 3 of 162 results");
        assertThat(view.page().url()).isEqualTo(filtered);
    }

    @Test
    void whatExactlyHappened() {
        click("main [data-row]");
        view.settled();
        click(".cases >> text=size");
        view.settled().shows("The reading glasses are too strong.", SIZE_NOW, "find_policy", "353 tokens", "worker-2");
        assertThat(view.page().locator(".pair pre").allInnerTexts()).containsExactly("exchange", SIZE_NOW);

        click(".call summary");
        view.shows("\"topic\": \"exchanges\"");
        click("text=Full result as JSON");
        view.shows("\"assertion_errors\"");
        view.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        click("text=Copy as suite case");
        view.shows("copied");
        assertThat(String.valueOf(view.page().evaluate("navigator.clipboard.readText()"))).contains("id: \"size\"",
                "type: \"contains\"", "value: \"exchange\"");
        click("text=Copy as curl");
        view.await("!document.body.innerText.includes('Copy as suite case copied')");
        assertThat(String.valueOf(view.page().evaluate("navigator.clipboard.readText()"))).startsWith("curl ");
        click("nav[aria-label='Agents and repeats'] >> text=✓ 1");
        view.settled();
        assertThat(view.page().url()).contains("cell=1", "repeat=0");
        click("text=← run");
        view.settled().shows("23 failed; 139 of 162 passed");
    }

    @Test
    void hasItAlwaysBeenSo() {
        click("main [data-row]");
        view.settled();
        click(".cases >> text=size");
        view.settled();
        click("main >> text=History");
        view.settled().shows("Failing since " + DemoPages.NEWEST, "main a3646c98", "Duration", "Cost");
        assertThat(view.page().locator(".outcomes a").count()).isEqualTo(40);
        view.shows("Two replies", SIZE_NOW, SIZE_BEFORE);

        view.page().selectOption("text=First >> select", "20260409-0200-night18.5.0");
        view.settled().shows("the agent answered 503 Service Unavailable");
        assertThat(view.page().url()).contains("a=20260409-0200-night18");
    }

    @Test
    void isBBetterThanA() {
        click("nav >> text=Compare");
        view.settled().shows("3 comparisons of 6 sides", "Newly failing: 3", "3/3 → 0/3");
        view.page().selectOption("text=First >> select", DemoPages.NEWEST);
        view.settled();
        view.page().selectOption("text=Cell >> nth=0 >> select", "0");
        view.settled();
        view.page().selectOption("text=Cell >> nth=1 >> select", "2");
        view.settled().shows("support-next against support", "support-next passes 16.7 points more often",
                "which may be chance (p = ", "Newly passing: 3");
        view.faults().removeIf(fault -> fault.contains("400")); // a run is compared with itself until a cell is chosen

        click("text=Newly passing: 3");
        view.settled();
        click(".changes summary");
        view.shows("Difference").settled();
        assertThat(view.page().locator(".replies pre").count()).isEqualTo(2);
    }

    @Test
    void isItGettingWorse() {
        click("nav >> text=Trends");
        view.settled().shows("Passed, of all results that were to be judged", "p95 (solid)", "Cost of a run",
                "Tokens of a run");
        view.await("document.querySelectorAll('.plot svg[role=img]').length === 4"); // drawn when its width is known
        view.page().selectOption("text=Agent >> select", "support-mini");
        view.settled().await("document.querySelectorAll('[aria-label=Runs] tbody tr').length === 40");
        assertThat(view.page().innerText("[aria-label=Runs] tbody tr")).contains("support-mini", "74.1 %", "40 of 54",
                "53.6 to 87.6 %");
    }

    @Test
    void whomCanWeNotTrust() {
        click("nav >> text=Flaky");
        view.settled().shows("account.jsonl#language", "27 of 40 runs", "Nothing is in quarantine.");
        click("text=Quarantine…");
        view.shows("quarantine:", "- case: \"account.jsonl#language\"", "agent: \"support-mini\"", "mode: mute",
                "expires:");
        click("text=account.jsonl#language");
        view.settled().shows("Outcomes", "support-mini");
    }

    @Test
    void fromARedNightToTheTwoRepliesThatDifferInAtMostFourClicks() {
        click("text=3 newly failing");
        view.settled();
        click(".changes summary >> text=size");
        view.shows(SIZE_NOW, SIZE_BEFORE).settled().photograph("two-replies");
        assertThat(view.page().locator(".replies del, .replies ins").count()).isPositive();
        assertThat(clicks).isLessThanOrEqualTo(4);

        view.go("#/home");
        clicks = 0;
        click(".strip a >> nth=-1");
        view.settled();
        click(".cases >> text=size");
        view.settled();
        click("main >> text=History");
        view.settled().shows(SIZE_NOW, SIZE_BEFORE);
        assertThat(clicks).isLessThanOrEqualTo(4);
    }

    @Test
    void keysAloneTellWhatBrokeWhyAndSinceWhen() {
        // what broke
        view.press("j");
        view.await("document.activeElement.matches('[data-row]')").press("Enter");
        view.settled().shows("3 newly failing", "23 failed");

        // why: the case is found by its name
        view.press("/").await("document.activeElement.name === 'q'").page().keyboard().type("size");
        view.shows("1 case").settled().press("Enter").await("document.activeElement.matches('[data-row]')")
                .press("Enter");
        view.shows("← run").settled();
        assertThat(view.page().locator(".pair pre").allInnerTexts()).containsExactly("exchange", SIZE_NOW);

        // since when: the link is reached by Tab
        for (int i = 0; i < 40 && !"History".equals(view.page().evaluate("document.activeElement.innerText")); i++) {
            view.press("Tab");
        }
        view.press("Enter").shows("Failing since " + DemoPages.NEWEST).settled();

        view.press("j").await("document.activeElement.matches('[data-row]')").press("Enter").shows("← run").settled();
        view.press("Escape").shows("What did not pass, by reason").settled();
    }

    @Test
    void theNextCaseOfTheListIsOneKeyAway() {
        click("main [data-row]");
        view.settled().go("#/run/" + DemoPages.NEWEST + "?status=failed&cell=0");
        view.press("j", "j").press("Enter").shows("2 of 3");
        view.press("k").shows("1 of 3").press("Escape").shows("3 cases").settled();
        assertThat(view.page().url()).contains("status=failed", "cell=0");
        view.press("Escape").shows("18 cases");
    }
}
