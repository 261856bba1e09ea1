package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ExitReasonTest {

    private record Died(String wrote, String reason) {}

    private static List<Died> died() {
        return List.of(new Died("", ""),
                new Died("warming up\nkey is missing\n", "key is missing"),
                new Died("Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\n"
                        + "ValueError: no key\n", "ValueError: no key"),
                new Died("/a/agent.js:1\nthrow new Error(\"no key\");\n^\n\nError: no key\n    at Object.<anonymous>"
                        + " (/a/agent.js:1:7)\n    at node:internal/main/run_main_module:28:49\n\nNode.js v20.19.2\n",
                        "Error: no key"),
                new Died("node:internal/fs:1\n  throw err;\n  ^\n\nError [ERR_X]: no file\n    at a (b.js:1:1) {\n"
                        + "  code: 'ENOENT',\n  path: 'x'\n}\n\nNode.js v22.1.0\n", "Error [ERR_X]: no file"),
                new Died("Exception in thread \"main\" java.lang.IllegalStateException: outer\n\tat A.main(A.java:3)\n"
                        + "Caused by: java.io.IOException: no key\n\tat A.b(A.java:9)\n\t... 1 more\n",
                        "Caused by: java.io.IOException: no key"),
                new Died("thread 'main' panicked at src/main.rs:2:5:\nno key\nnote: run with `RUST_BACKTRACE=1`"
                        + " environment variable to display a backtrace\n", "no key"),
                new Died("panic: no key\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/a.go:4 +0x1d\nexit status 2\n",
                        "panic: no key"),
                new Died("Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\n"
                        + "pydantic.ValidationError: 1 validation error for Bot\nkey\n  Field required [type=missing]\n"
                        + "    For further information visit https://errors.pydantic.dev/\n",
                        "pydantic.ValidationError: 1 validation error for Bot"),
                new Died("a.rb:1:in 'Object#f': no key (RuntimeError)\n\tfrom a.rb:3:in '<main>'\n",
                        "a.rb:1:in 'Object#f': no key (RuntimeError)"),
                new Died("fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [select (no cases)]:\n"
                        + "main.main()\n\t/tmp/a.go:4 +0x1d\nexit status 2\n",
                        "fatal error: all goroutines are asleep - deadlock!"),
                new Died(
                        "/a/agent.js:1\nthrow \"no key\"\n^\nno key\n(Use `node --trace-uncaught ...` to show where the"
                                + " exception was thrown)\n\nNode.js v20.19.2\n",
                        "no key"),
                new Died("error: Uncaught (in promise) Error: no key\nthrow new Error(\"no key\");\n      ^\n    at"
                        + " file:///a.ts:1:7\n", "error: Uncaught (in promise) Error: no key"),
                new Died("Unhandled exception. System.Exception: no key\n   at Program.Main()\n",
                        "Unhandled exception. System.Exception: no key"),
                new Died("    at a (b.js:1:1)\n", "at a (b.js:1:1)"));
    }

    @ParameterizedTest
    @MethodSource("died")
    void theReasonIsTheLineThatSaysWhy(Died died) {
        assertThat(ExitReason.of(died.wrote())).isEqualTo(died.reason());
    }
}
