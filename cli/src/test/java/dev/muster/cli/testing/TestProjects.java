package dev.muster.cli.testing;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Makes what {@link MusterProject} promises, and removes it after the last test of the class. */
final class TestProjects implements ParameterResolver {

    private static final Namespace OURS = Namespace.create(TestProjects.class);

    /** What the tests of a class share. */
    record Shared(Path folder, Home home, LocalDatabase database, ScriptedModel agent, AtomicInteger projects)
            implements
                AutoCloseable {

        static Shared open(Class<?> type) {
            try {
                var folder = Files.createTempDirectory("muster-" + type.getSimpleName());
                var home = new Home(Files.createDirectory(folder.resolve("home")));
                return new Shared(folder, home, LocalDatabase.open(home, 2), ScriptedModel.start(),
                        new AtomicInteger());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        TestProject project() {
            try {
                var project = Files.createDirectory(folder.resolve("project" + projects.incrementAndGet()));
                return new TestProject(home.folder(), project, database.database(), agent);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            agent.close();
            database.close();
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == TestProject.class || type == ScriptedModel.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var type = context.getRequiredTestClass();
        var shared = context.getStore(OURS).computeIfAbsent(type, Shared::open, Shared.class);
        return parameter.getParameter().getType() == TestProject.class ? shared.project() : shared.agent();
    }
}
