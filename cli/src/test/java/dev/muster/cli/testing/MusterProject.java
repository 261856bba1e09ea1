package dev.muster.cli.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * For tests of commands. The tests of a class share a home, whose database stays up between commands, and an agent; each
 * has a project folder of its own. A constructor takes them as a {@link TestProject}; methods before all tests take the
 * agent as a {@link ScriptedModel}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TestProjects.class)
public @interface MusterProject {}
