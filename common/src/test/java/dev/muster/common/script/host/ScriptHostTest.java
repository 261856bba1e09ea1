package dev.muster.common.script.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.script.wire.TaskKind;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests scripts in a real host: what they may do, what they can't, and the effect on other scripts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScriptHostTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(700);

    private final ScriptHost host = new ScriptHost(HostSettings.DEFAULT);
    private int files;
    @TempDir
    private static Path folder;

    @BeforeAll
    static void outside() throws IOException {
        Files.writeString(folder.resolve("secret.js"), "export const secret = 1;");
        Files.createDirectory(folder.resolve("scripts"));
    }

    @AfterAll
    void close() {
        host.close();
    }

    private String write(String ending, String text) throws IOException {
        var name = "s" + ++files + ending;
        write(name, folder.resolve("scripts"), text);
        return name;
    }

    private static void write(String name, Path folder, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private HostOutcome run(String text) throws IOException, InterruptedException {
        return call(write(".js", text), LONG);
    }

    private HostOutcome call(String file, Duration limit) throws InterruptedException {
        return call(file, "default", "[]", limit);
    }

    private HostOutcome call(String file, String function, String arguments, Duration limit)
            throws InterruptedException {
        return host.call(function(file, function, arguments), limit);
    }

    private static HostCall function(String file, String function, String arguments) {
        return HostCall.function(new SourceFolder(folder.resolve("scripts")), file, function, arguments, 1 << 20);
    }

    private static HostOutcome answered(String json) {
        return new HostOutcome.Answered(json, "");
    }

    @Test
    void givesArgumentsAndTakesTheAnswer() throws Exception {
        var file = write(".js", "export function add(a, b) { return {sum: a.n + b, unicode: 'ä€😀'}; }");

        assertThat(call(file, "add", "[{\"n\": 1}, 2]", LONG)).isEqualTo(answered("{\"sum\":3,\"unicode\":\"ä€😀\"}"));
    }

    @Test
    void runsTypeScriptWithImportsAndAwaitsPromises() throws Exception {
        write("lib.ts", folder.resolve("scripts"), "export enum Kind { A = 7 }\nexport type T = { n: number };");
        var file = write(".ts", """
                import { Kind, type T } from "./lib";
                import type { Nothing } from "@nowhere/types";
                export async function f(t: T): Promise<number> { return await Promise.resolve(t.n + Kind.A); }
                """);

        assertThat(call(file, "f", "[{\"n\": 1}]", LONG)).isEqualTo(answered("8"));
    }

    @Test
    void givesNullForNothing() throws Exception {
        assertThat(run("export default () => {}")).isEqualTo(answered("null"));
    }

    @Test
    void findsAFunctionInsideOfAnExport() throws Exception {
        var file = write(".js", "export const a = {b: {c: () => 5}};");

        assertThat(call(file, "a.b.c", "[]", LONG)).isEqualTo(answered("5"));
    }

    @Test
    void saysWhatIsNotExported() throws Exception {
        assertThat(call(write(".js", "export const a = 1;"), "b", "[]", LONG))
                .isEqualTo(new HostOutcome.Threw("it exports no function 'b'", "", ""));
    }

    @Test
    void tellsTheLineOfTheTypeScript() throws Exception {
        var file = write(".ts", """
                interface Reply {
                  amount: number;
                }

                export default function check(reply: Reply): boolean {
                  // nothing is left of the lines above

                  throw new Error("amount missing");
                }
                """);

        assertThat(call(file, LONG))
                .isEqualTo(new HostOutcome.Threw("Error: amount missing", "scripts/" + file + ":8:9", ""));
    }

    @Test
    void tellsTheLineInAnImportedFileAndWhatWasPrinted() throws Exception {
        write("deep.ts", folder.resolve("scripts"), "type A = string;\n\nexport const f = (x: any) => x.y.z;");

        assertThat(run("import {f} from './deep.ts'; export default async () => { console.log('so', 1); f({}); }"))
                .isInstanceOfSatisfying(HostOutcome.Threw.class, threw -> {
                    assertThat(threw.error()).startsWith("TypeError: Cannot read property 'z' of undefined");
                    assertThat(threw.place()).startsWith("scripts/deep.ts:3:");
                    assertThat(threw.printed()).isEqualTo("so 1");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "if (n) {#    throw 'no amount'; } | it threw \"no amount\" | 5:5",
        "#  throw null; | it threw null | 5:3", "throw 12n; | it threw 12n | 4:3",
        "throw {code: 7}; | it threw {\"code\":7} | 4:3", "throw undefined; | it threw undefined | 4:3",
        "return Promise.reject('later'); | it threw \"later\" | 3:16",
        "return {sum: [1n]}; | its answer can't be written as JSON: it has the BigInt 1n at $.sum[0] | 3:16",
        "const a: any = {}; a.b = {a}; return a; | its answer can't be written as JSON: it holds itself at $.b.a | 3:16",
        "return new Promise(() => {}); | a promise that it waits for is never settled | 3:16"})
    void tellsWhatWasThrownOrAnsweredAndWhere(String body, String error, String place) throws Exception {
        var file = write(".ts", "type Amount = number;\n\nexport default function f(n: Amount): any {\n  "
                + body.replace('#', '\n') + "\n}\n");

        assertThat(call(file, "default", "[1]", LONG))
                .isEqualTo(new HostOutcome.Threw(error, "scripts/" + file + ":" + place, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"one\n", "\none\n", "\n\n\none\n\n\ntwo\n"})
    void knowsThePlaceBehindATextOfSeveralLines(String text) throws Exception {
        int line = 2 + (int) text.chars().filter(c -> c == '\n').count();
        var good = write(".ts", "const text = `" + text + "`;\nexport default (n: number): number => text.length;\n");
        var bad = write(".ts", "const text = `" + text + "`;\nexport default (n: number) => { throw text.length; }\n");

        assertThat(call(good, LONG)).isEqualTo(answered("" + text.length()));
        assertThat(call(bad, LONG)).isInstanceOfSatisfying(HostOutcome.Threw.class, threw -> assertThat(threw.place())
                .startsWith("scripts/" + bad + ":" + line + ":"));
    }

    @Test
    void answersWhateverHappensInIt() throws Exception {
        assertThat(run("JSON.stringify = () => 7; export default () => 1")).isInstanceOfSatisfying(
                HostOutcome.Threw.class, threw -> assertThat(threw.error()).startsWith("it can't be run: "));
    }

    @Test
    void callsWhatIsDeclaredThoughNotExported() throws Exception {
        var file = write(".ts", """
                import { log } from "@yao/runtime";
                interface Case { id: string }
                function Before(testCase: Case): any { return { data: testCase.id }; }
                const later = { on: () => 2 };
                async function After() { return 3; }
                export { After };
                export default function () { return 4; }
                """);

        assertThat(call(file, "Before", "[{\"id\": \"a\"}]", LONG)).isEqualTo(answered("{\"data\":\"a\"}"));
        assertThat(call(file, "later.on", "[]", LONG)).isEqualTo(answered("2"));
        assertThat(call(file, "After", "[]", LONG)).isEqualTo(answered("3"));
        assertThat(call(file, LONG)).isEqualTo(answered("4"));
        assertThat(call(file, "Never", "[]", LONG)).isEqualTo(new HostOutcome.Threw("it exports no function 'Never'",
                "", ""));
    }

    @Test
    void tellsWhereTheSyntaxOfAFileIsWrongWhateverIsCalled() throws Exception {
        var file = write(".js", "export function a() {\n  let x = ;\n}");

        assertThat(call(file, "a", "[]", LONG)).isInstanceOfSatisfying(HostOutcome.Threw.class,
                threw -> assertThat(threw.place()).isEqualTo("scripts/" + file + ":2:11"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "function f(ctx: any, testCase: any) { return [ctx, testCase]; } | [\"c\",\"t\"]",
        "async function f(_ctx, testCase) { return [_ctx, testCase]; } | [\"c\",\"t\"]",
        "const f = (context: any, t: any) => [context, t]; | [\"c\",\"t\"]", "const f = ctx => [ctx]; | [\"c\"]",
        "const f = function make_context(testCase) { return [testCase]; }; | [\"t\"]",
        "function f(testCase: any, ctx: any) { return [testCase, ctx]; } | [\"t\",\"r\"]",
        "const f = (contextual: any) => [contextual]; | [\"t\"]", "function f() { return []; } | []",
        "function f(testCase, result, data) { return [testCase, result, data]; } | [\"t\",\"r\",\"d\"]",
        "function f(ctx, testCase, result, data) { return [ctx, testCase, result, data]; } | [\"c\",\"t\",\"r\",\"d\"]"})
    void givesTheContextToHooksThatAskForIt(String function, String answer) throws Exception {
        var call = new HostCall(TaskKind.HOOK, new SourceFolder(folder.resolve("scripts")), write(".ts", function),
                "f", "[\"c\", \"t\", \"r\", \"d\"]", 1000, Questions.NONE);

        assertThat(host.call(call, LONG)).isEqualTo(answered(answer));
    }

    @Test
    void knowsTheRuntimeOfYao() throws Exception {
        Files.createDirectories(folder.resolve("scripts/deep"));
        write("deep/runtime_user.ts", folder.resolve("scripts"),
                "import { log, Exception } from '@yao/runtime';\nexport { log, Exception };");

        assertThat(run("""
                import { testing, agent, log, Process, FS, http, Exception } from "@yao/runtime";
                import * as deep from "./deep/runtime_user";
                const refused = (f) => { try { f(); } catch (e) { return e.message.split(" of ")[0]; } };
                export default () => {
                  log.Info("one", 2);
                  return [typeof testing, typeof agent, deep.log === log, new Exception("no", 403).code,
                    refused(() => { throw new deep.Exception("no", 403); }), refused(() => new FS("app")),
                    refused(() => http.Get("x")), refused(() => Process("models.user.Find", 1)),
                    refused(() => log.Fatal("over"))];
                };
                """)).isEqualTo(new HostOutcome.Answered("[\"object\",\"object\",true,403,\"no\",\"FS\",\"http.Get\","
                + "\"Process(\\\"models.user.Find\\\") can be called in script tests only (export function TestX(t, ctx)); "
                + "to ask an agent here, use an assertion\",\"over\"]", "one 2\nover"));
    }

    @Test
    void leavesTypesOfYaoOut() throws Exception {
        assertThat(call(write(".ts", """
                import { testing, agent, QueryParam, SomethingNew } from "@yao/runtime";
                export default (t: testing.T, q: QueryParam, s: SomethingNew) => 1;
                """), LONG)).isEqualTo(answered("1"));
    }

    @Test
    void tellsWhatWasThrownWhileAFileWasLoaded() throws Exception {
        assertThat(run("\nthrow 'not today';\nexport default () => 1;")).isInstanceOfSatisfying(HostOutcome.Threw.class,
                threw -> assertThat(threw.error() + " " + threw.place()).startsWith("it threw \"not today\" scripts/s")
                        .contains(".js"));
    }

    @ParameterizedTest
    @ValueSource(strings = {".ts", ".js"})
    void tellsWhereTheSyntaxIsWrong(String ending) throws Exception {
        var file = write(ending, "export default function () {\n  let x = ;\n}");

        assertThat(call(file, LONG)).isInstanceOfSatisfying(HostOutcome.Threw.class, threw -> {
            assertThat(threw.error()).startsWith("SyntaxError: ");
            assertThat(threw.place()).isEqualTo("scripts/" + file + ":2:11");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.System.exit(0)", "Java.type('java.lang.System')", "Polyglot.eval('js', '1')",
        "Packages.java.io.File", "load('/etc/passwd')", "loadWithNewGlobal('x')", "require('fs')", "fetch('http://x')",
        "process.exit(0)", "quit()", "exit()", "read('/etc/passwd')", "readbuffer('/etc/passwd')",
        "Graal.versionECMAScript",
        "new XMLHttpRequest()", "new Worker('x')", "setTimeout(() => 1, 1)", "new SharedArrayBuffer(8)",
        "(() => {}).constructor('return this.java')().lang", "globalThis.constructor.constructor('return Java')()",
        "importScripts('x')", "WebAssembly.compile()", "new Function('return Java')()", "eval('Java')"})
    void hasNothingOfTheMachine(String reach) throws Exception {
        assertThat(run("export default () => " + reach)).isInstanceOf(HostOutcome.Threw.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "file:///etc/passwd", "../secret.js", "../../secret.js",
        "http://127.0.0.1/x.js",
        "https://example.com/x.js", "fs", "node:fs", "/scripts/../secret.js", "./s1.js/../../secret.js"})
    void importsNothingFromOutside(String what) throws Exception {
        assertThat(run("export default async () => Object.keys(await import('" + what + "'))"))
                .isInstanceOf(HostOutcome.Threw.class);
        assertThat(run("import * as x from '" + what + "'; export default () => Object.keys(x)"))
                .isInstanceOf(HostOutcome.Threw.class);
    }

    @Test
    void importsNothingThroughALink() throws Exception {
        Files.createSymbolicLink(folder.resolve("scripts/link.js"), folder.resolve("secret.js"));

        assertThat(run("import {secret} from './link.js'; export default () => secret"))
                .isInstanceOf(HostOutcome.Threw.class);
    }

    @Test
    void leavesNothingForTheNextCall() throws Exception {
        var file = write(".js", """
                let calls = 0;
                export default () => {
                  const before = [calls, globalThis.left, ({}).left, [].left, JSON.stringify("x"), "é".normalize.left];
                  calls++;
                  globalThis.left = 1;
                  Object.prototype.left = 2;
                  Array.prototype.left = 3;
                  String.prototype.normalize.left = 4;
                  JSON.parse = () => ["forged"];
                  return before;
                }
                """);
        call(file, LONG);

        assertThat(call(file, LONG)).isEqualTo(answered("[0,null,null,null,\"\\\"x\\\"\",null]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"() => { while (true) {} }", "async () => { while (true) await null; }",
        "() => { const f = () => Promise.resolve().then(f); return f(); }",
        "() => { try { while (true) {} } catch (e) { } finally { while (true) {} } }",
        "() => /^(?:(x+)\\1?)+$/.test('x'.repeat(60) + 'y')"})
    void stopsWhatRunsTooLong(String endless) throws Exception {
        assertThat(call(write(".js", "export default " + endless), SHORT)).isEqualTo(new HostOutcome.OverTime(SHORT));
        assertThat(run("export default () => 1")).isEqualTo(answered("1"));
    }

    @Test
    void stopsALoopAtTheTopOfAFile() throws Exception {
        assertThat(call(write(".js", "while (true) {}\nexport default () => 1"), SHORT))
                .isEqualTo(new HostOutcome.OverTime(SHORT));
    }

    @Test
    @Tag("slow")
    void endsWhatTakesMoreMemoryThanASmallHostHas() throws Exception {
        try (var small = new ScriptHost(HostSettings.DEFAULT.withMemory(128))) {
            var file = write(".js", "export default () => new Uint8Array(200 * 1024 * 1024).length");

            assertThat(small.call(function(file, "default", "[]"), LONG)).isEqualTo(new HostOutcome.OverMemory(128));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"() => { const all = []; while (true) all.push(new Array(100000).fill(1.5)); }",
        "() => { let s = 'x'; const all = []; while (true) { all.push(s + all.length); s = all.join(''); } }",
        "() => { const a = []; for (let i = 0; i < 20; i++) a.push(new Uint8Array(100 * 1024 * 1024)); return a.length; }"})
    void endsWhatTakesAllMemory(String greedy) throws Exception {
        assertThat(call(write(".js", "export default " + greedy), LONG)).isEqualTo(new HostOutcome.OverMemory(256));
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "return [...'x'.repeat(2 ** 29)].length; | OverMemory OverTime",
        "return JSON.parse('['.repeat(5000000) + ']'.repeat(5000000)); | Threw",
        "const a = []; let b = a; for (let i = 0; i < 1e6; i++) b.push(b = []); return a; | Threw OverTime",
        "return (2n ** 60000000n).toString().length; | OverTime OverMemory",
        "const g = {then: (f) => Promise.resolve().then(() => f(g))}; return g; | OverTime OverMemory"})
    void whatGrowsWithoutEndStopsAtALimitAndTheNextCallWorks(String body, String ends) throws Exception {
        var outcome = call(write(".js", "export default async () => { " + body + " }"), Duration.ofSeconds(1));

        assertThat(List.of(ends.split(" "))).contains(outcome.getClass().getSimpleName());
        assertThat(run("export default () => 1")).isEqualTo(answered("1"));
    }

    /** The parser is native code: it ends its process, not this one. */
    @Tag("slow")
    @Test
    void aTextThatEndsTheParserEndsItsProcessOnly() throws Exception {
        var file = write(".ts", "export default (): any => " + "[".repeat(200_000) + "]".repeat(200_000));

        assertThat(call(file, LONG)).isNotInstanceOf(HostOutcome.Answered.class);
        assertThat(run("export default () => 1")).isEqualTo(answered("1"));
    }

    @Test
    void saysThatProcessIsForScriptTests() throws Exception {
        assertThat(run("export default () => Process('agents.a.Stream')"))
                .isInstanceOfSatisfying(HostOutcome.Threw.class, threw -> assertThat(threw.error())
                        .contains("Process(\"agents.a.Stream\") can be called in script tests only"));
    }

    @Test
    void tellsOfRecursionThatIsTooDeep() throws Exception {
        assertThat(run("const f = (n) => 1 + f(n + 1); export default () => f(0)"))
                .isInstanceOfSatisfying(HostOutcome.Threw.class,
                        threw -> assertThat(threw.error()).contains("RangeError"));
    }

    @Test
    void tellsOfAPromiseThatNobodySettles() throws Exception {
        assertThat(run("export default () => new Promise(() => {})"))
                .isEqualTo(new HostOutcome.Threw("a promise that it waits for is never settled",
                        "scripts/s" + files + ".js:1:16", ""));
    }

    @Test
    void takesNoAnswerBeyondItsBound() throws Exception {
        assertThat(run("export default () => 'x'.repeat(3000000)")).isEqualTo(new HostOutcome.Threw(
                "its answer has 3000002 characters; the limit is 1048576", "", ""));
    }

    @Tag("slow")
    @Test
    void endsAnAnswerOfAHundredMegabytes() throws Exception {
        assertThat(run("export default () => Array.from({length: 100}, (_, i) => String(i).repeat(1000000))"))
                .isInstanceOfAny(HostOutcome.Threw.class, HostOutcome.OverMemory.class);
    }

    @Test
    void keepsTheBeginningOfAFloodOfOutput() throws Exception {
        assertThat(run("export default () => { for (let i = 0; i < 20000; i++) console.log('line ' + i); throw 1; }"))
                .isInstanceOfSatisfying(HostOutcome.Threw.class, threw -> {
                    assertThat(threw.error()).isEqualTo("it threw 1");
                    assertThat(threw.printed()).startsWith("line 0\nline 1\n").endsWith(" bytes)")
                            .hasSizeLessThan(5000);
                });
    }

    @Test
    void keepsLittleOfAHundredMegabytesOfOutput() throws Exception {
        assertThat(run("const long = 'x'.repeat(1e6);"
                + " export default () => { for (let i = 0; i < 100; i++) console.log(long); throw 1; }"))
                .isInstanceOfSatisfying(HostOutcome.Threw.class, threw -> assertThat(threw.printed()).startsWith("xxx")
                        .endsWith(" bytes)").hasSizeLessThan(5000));
    }

    @Test
    void refusesATaskThatNoFrameHoldsAndGoesOn() throws Exception {
        var file = write(".js", "export default (text) => text.length");
        assertThat(call(file, "default", "[\"ab\"]", LONG)).isEqualTo(answered("2"));
        long restarts = host.restarts();

        assertThat(call(file, "default", "[\"" + "x".repeat(81 << 20) + "\"]", LONG)).isInstanceOfSatisfying(
                HostOutcome.Threw.class, threw -> assertThat(threw.error())
                        .matches("its input is too large: it has \\d+ bytes, and at most 83886080 can be passed on"));
        assertThat(call(file, "default", "[\"abc\"]", LONG)).isEqualTo(answered("3"));
        assertThat(host.restarts()).isEqualTo(restarts);
    }

    @Test
    void goesOnAfterItsProcessWasKilledInTheMiddleOfACall() throws Exception {
        var file = write(".js", """
                export default () => { const end = Date.now() + 1500; while (Date.now() < end) {} return "well"; }
                """);
        run("export default () => 1");
        var process = Objects.requireNonNull(host.process());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var called = threads.submit(() -> call(file, LONG));
            while (!process.isBusy()) {
                Thread.onSpinWait();
            }

            process.kill();

            assertThat(called.get()).isEqualTo(answered("\"well\""));
        }
    }

    @Test
    void runsManyAtOnce() throws Exception {
        var file = write(".ts", "export default (n: number) => { globalThis.n = n; return globalThis.n * 2; }");
        var outcomes = atOnce(50, n -> () -> call(file, "default", "[" + n + "]", LONG));

        for (int n = 0; n < 50; n++) {
            assertThat(outcomes.get(n)).isEqualTo(answered(String.valueOf(n * 2)));
        }
    }

    @Tag("slow")
    @Test
    void sparesTheNeighboursOfOneThatTakesAllMemory() throws Exception {
        var greedy = write(".js",
                "export default () => { const all = []; while (true) all.push(new Array(1000).fill(1.5)); }");
        var modest = write(".js",
                "export default () => { const end = Date.now() + 300; while (Date.now() < end) {} return 1; }");

        var outcomes = atOnce(4, n -> () -> call(n == 0 ? greedy : modest, LONG));

        assertThat(outcomes).containsExactly(new HostOutcome.OverMemory(256), answered("1"), answered("1"),
                answered("1"));
    }

    /** The concurrent calls of a worker with many slots; each caller has a case's timeout. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 12)
    void keepsEveryCallWithinItsTimeAndAnswersTheInnocent(int many) throws Exception {
        var hostile = List.of(write(".js", "export default () => { while (true) {} }"),
                write(".js", "export default () => { const a = []; while (true) a.push(new Array(10000).fill(1.5)); }"),
                write(".js", "export default () => { const a = []; while (true) a.push(new Uint8Array(100000000)); }"),
                write(".js", "export default () => /^(?:(x+)\\1?)+$/.test('x'.repeat(60) + 'y')"));
        var late = new HostOutcome.OverTime(Duration.ofSeconds(2));
        var greedy = new HostOutcome.OverMemory(256);
        // on a busy machine two seconds may not be enough to take all memory
        var ends = List.of(List.of(late), List.of(late, greedy), List.of(late, greedy), List.of(late));
        var innocent = write(".js", "export default (n) => { const end = Date.now() + 100;"
                + " while (Date.now() < end) {} return n * 2; }");
        var inTime = ConcurrentHashMap.<Integer>newKeySet();

        var outcomes = atOnce(many, n -> () -> {
            var by = Deadline.in(Duration.ofSeconds(30), Ticker.system());
            var outcome = host.call(function(n % 3 == 0 ? hostile.get(n / 3 % 4) : innocent, "default", "[" + n + "]"),
                    Duration.ofSeconds(2), by);
            if (!by.passed()) {
                inTime.add(n);
            }
            return outcome;
        });

        for (int n = 0; n < many; n++) {
            assertThat(outcomes.get(n))
                    .isIn(n % 3 == 0 ? ends.get(n / 3 % 4) : List.of(answered(String.valueOf(n * 2))));
        }
        assertThat(inTime).hasSize(many);
    }

    @Test
    @Tag("full")
    void keepsTwentyHostileAndFortyInnocentCallsWithinTheirTime() throws Exception {
        keepsEveryCallWithinItsTimeAndAnswersTheInnocent(60);
    }

    @Test
    void stopsAtTheEndOfItsCallersTime() throws Exception {
        var file = write(".js", "export default () => { while (true) {} }");

        var outcome = host.call(function(file, "default", "[]"), LONG, Deadline.in(SHORT, Ticker.system()));

        assertThat(outcome).isInstanceOfSatisfying(HostOutcome.OutOfTime.class, late -> {
            assertThat(late.ran()).isLessThanOrEqualTo(SHORT.plusMillis(300));
            assertThat(late.limit()).isEqualTo(LONG);
        });
    }

    /** Its first try ends with the host that it kills, the second with it alone. */
    @Test
    @Tag("slow")
    void triesAreTogetherWithinTheTimeOfTheirCaller() throws Exception {
        var file = write(".js", """
                export default () => {
                  const end = Date.now() + 1500, all = [];
                  while (true) { if (Date.now() > end) all.push(new Array(100000).fill(1.5)); }
                }
                """);
        var by = Deadline.in(Duration.ofSeconds(3), Ticker.system());

        var outcome = host.call(function(file, "default", "[]"), LONG, by);

        assertThat(outcome).isInstanceOf(HostOutcome.OutOfTime.class);
    }

    private interface Numbered {
        Callable<HostOutcome> call(int number);
    }

    private static List<HostOutcome> atOnce(int many, Numbered calls) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = new ArrayList<java.util.concurrent.Future<HostOutcome>>();
            for (int n = 0; n < many; n++) {
                futures.add(threads.submit(calls.call(n)));
            }
            var outcomes = new ArrayList<HostOutcome>();
            for (var future : futures) {
                outcomes.add(future.get());
            }
            return outcomes;
        }
    }
}
