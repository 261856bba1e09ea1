package dev.muster.deploy;

import module java.base;
import dev.muster.deploy.demo.DemoAgents;
import dev.muster.deploy.demo.DemoSuite;
import dev.muster.deploy.session.TemporaryFolder;

/** Types the commands that people wait for, in one process: the class cache has the classes and lambdas that they use. */
final class Training {

    private Training() {}

    static void main() throws IOException {
        try (var folder = TemporaryFolder.create("muster-training-"); var agents = DemoAgents.start(0)) {
            var demo = DemoSuite.write(folder.path(), agents);
            int code = Main.run("demo");
            for (var form : List.of("r.jsonl", "r.xml", "r.html")) {
                Main.run("run", "-i", demo.inputs().getFirst().toString(), "--config", demo.config().toString(), "-o",
                        folder.path().resolve(form).toString());
            }
            Main.run("report");
            System.exit(code);
        }
    }
}
