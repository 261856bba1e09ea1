package dev.muster.system.command;

import module java.base;
import com.microsoft.playwright.options.ColorScheme;
import dev.muster.cli.demo.DemoHistory;
import dev.muster.coordinator.pages.api.ImportedRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.system.FreshDatabase;
import org.assertj.core.api.Assertions;

/** The pages of the demo's 40 nights, as {@code muster view --demo} serves them. */
record DemoPages(FreshDatabase database, ViewServer server) implements AutoCloseable {

    static final String NEWEST = "20260501-0200-night40";

    static DemoPages open(Path folder) throws IOException {
        var database = FreshDatabase.open(8);
        new DemoHistory(Instant.parse("2026-05-01T02:00:00Z")).write(folder);
        new ImportedRuns(database.database()).add(folder, Assertions::fail);
        return new DemoPages(database, ViewServer.start(new Views(database.database(), null, InstantSource.system()),
                0));
    }

    /** Opens Home. */
    ViewerPages.View home(int width, ColorScheme scheme) {
        return ViewerPages.open(URI.create(server.link()), width, scheme).settled();
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
