package dev.muster.cli;

import module java.base;
import dev.muster.cli.demo.DemoAgents;
import dev.muster.cli.demo.DemoSuite;
import dev.muster.cli.embedded.DataTemplate;
import dev.muster.cli.files.TemporaryFolder;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.session.QuickExit;

/**
 * Types the commands that people wait for, in one process: the class cache has the classes and lambdas that they use.
 */
final class ClassCacheTraining {

    private ClassCacheTraining() {}

    /** @param words a file that becomes the data of new homes; with none, the commands are typed */
    static void main(String... words) throws IOException {
        if (words.length > 0) {
            var home = Home.of(System.getenv());
            LocalDatabase.open(home, 1).close();
            new DataTemplate(Path.of(words[0])).make(home.folder());
            return;
        }
        try (var folder = TemporaryFolder.create("muster-training-"); var agents = DemoAgents.start(0)) {
            var demo = DemoSuite.write(folder.path(), agents);
            int code = Main.run("demo");
            for (var form : List.of("r.jsonl", "r.xml", "r.html")) {
                Main.run("run", "-i", demo.inputs().getFirst().toString(), "--config", demo.config().toString(), "-o",
                        folder.path().resolve(form).toString());
            }
            Main.run("report");
            System.setProperty("muster.exit", "learned");
            QuickExit.prepare().await();
            System.exit(code);
        }
    }
}
