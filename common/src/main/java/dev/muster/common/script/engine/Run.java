package dev.muster.common.script.engine;

import module java.base;

import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.Task;
import dev.muster.common.script.wire.TaskKind;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/** One task, from the creation of its context to its result. */
final class Run {

    private static final Source CALLING = library("calling.js");
    private static final Source TESTING = library("testing.js");
    private static final String UNSETTLED = "a promise that it waits for is never settled";

    private final int id;
    private final Task task;
    private final SourceTree tree;
    private final Owner owner;
    private final AtomicReference<@Nullable Context> world = new AtomicReference<>();
    private final AtomicReference<@Nullable Value> answer = new AtomicReference<>();
    private final AtomicReference<@Nullable Value> thrown = new AtomicReference<>();
    private final AtomicReference<@Nullable Value> unfit = new AtomicReference<>();

    Run(int id, Task task, SourceTree tree, Owner owner) {
        this.id = id;
        this.task = task;
        this.tree = tree;
        this.owner = owner;
    }

    /** Runs the task. A declared function need not be exported; any other must be. */
    FromHost end(Sandbox sandbox) {
        var printed = new ConsoleExcerpt();
        try {
            var called = called();
            return called.isEmpty() ? end(sandbox, new TreeFiles(tree, owner, task.folder()), printed)
                    : end(sandbox, new TreeFiles(tree, owner, task.folder(), task.file(), called), printed);
        } catch (NotDeclared e) {
            return end(sandbox, new TreeFiles(tree, owner, task.folder()), printed);
        }
    }

    private String called() {
        var name = task.function().split("\\.", -1)[0];
        boolean identifier = !name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0))
                && name.chars().allMatch(Character::isJavaIdentifierPart);
        return identifier && !"default".equals(name) ? name : "";
    }

    private FromHost end(Sandbox sandbox, TreeFiles files, ConsoleExcerpt printed) {
        try (var context = sandbox.world(files, printed)) {
            world.set(context);
            return answered(work(context, files), printed);
        } catch (PolyglotException e) {
            return failed(e.isCancelled() ? ScriptFault.of("it was stopped")
                    : ScriptFault.of(e, files), printed);
        } catch (Wrong e) {
            return failed(e.fault, printed);
        } finally {
            world.set(null);
        }
    }

    /** Cancels the task from another thread: only a native loop can delay that. */
    void cancel() {
        var context = world.get();
        if (context != null) {
            context.close(true);
        }
    }

    /** Thrown when the file has no declaration of the called name. */
    private static final class NotDeclared extends RuntimeException {

        NotDeclared(PolyglotException e) {
            super(e);
        }
    }

    /** Thrown for a fault of the script that is not an error of its language. */
    private static final class Wrong extends Exception {

        private final transient ScriptFault fault;

        Wrong(String sentence, String place) {
            super(sentence);
            this.fault = ScriptFault.of(sentence, place);
        }
    }

    private String work(Context context, TreeFiles files) throws Wrong {
        // it is useless without host access, and no option removes it
        context.getBindings("js").removeMember("Java");
        var calling = context.eval(CALLING);
        var exports = exports(context, files, calling);
        if (task.kind() == TaskKind.EXPORTS) {
            return calling.getMember("exported").execute(exports, String.join("\n", files.read), called(),
                    TreeFiles.CALLED).asString();
        }
        var function = function(exports);
        var call = task.kind() == TaskKind.TEST ? context.eval(TESTING).execute(asking(context)) : calling;
        var hook = task.kind() == TaskKind.HOOK ? calling.getMember("hook").execute(function) : function;
        try {
            call.getMember("call").execute(hook, task.arguments(), settle(answer), settle(thrown), settle(unfit));
        } catch (PolyglotException e) {
            throwOther(e, calling, files);
            throw e;
        }
        return settled(calling, function, files);
    }

    /** Explains a thrown value that is not an error: scripts can throw anything. */
    private void throwOther(PolyglotException e, Value calling, TreeFiles files) throws Wrong {
        var what = e.isGuestException() ? e.getGuestObject() : null;
        if (what != null && !calling.getMember("isError").execute(what).asBoolean()) {
            throw new Wrong(threw(calling, what), orFile(files.place(e)));
        }
    }

    private String orFile(@Nullable String place) {
        return place == null || place.isEmpty() ? task.folder() + "/" + task.file() : place;
    }

    private static String threw(Value calling, Value what) {
        return "it threw " + calling.getMember("shown").execute(what).asString();
    }

    private static Value exports(Context context, TreeFiles files, String file) {
        var source = Source.newBuilder("js", "export * as it from " + quoted(files.of(file).toString()), "muster")
                .mimeType("application/javascript+module").buildLiteral();
        return context.eval(source).getMember("it");
    }

    private Value exports(Context context, TreeFiles files, Value calling) throws Wrong {
        try {
            return exports(context, files, task.file());
        } catch (PolyglotException e) {
            if (files.exportsMore() && e.isSyntaxError()) {
                throw new NotDeclared(e);
            }
            throwOther(e, calling, files);
            throw e;
        }
    }

    private static String quoted(String path) {
        return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private Value function(Value exports) throws Wrong {
        var found = exports;
        for (var name : task.function().split("\\.", -1)) {
            found = found == null || !found.hasMembers() ? null : member(found, name, exports);
        }
        if (found == null || !found.canExecute()) {
            throw new Wrong("default".equals(task.function()) ? "it has no function as its default export"
                    : "it exports no function '" + task.function() + "'", "");
        }
        return found;
    }

    private static @Nullable Value member(Value of, String name, Value exports) {
        return of.equals(exports) && !of.hasMember(name) ? of.getMember(TreeFiles.CALLED) : of.getMember(name);
    }

    private static ProxyExecutable settle(AtomicReference<@Nullable Value> outcome) {
        return arguments -> {
            outcome.set(arguments[0]);
            return null;
        };
    }

    private String settled(Value calling, Value function, TreeFiles files) throws Wrong {
        var error = thrown.get();
        if (error != null && error.isException()) {
            throw error.throwException();
        }
        var why = unfit.get();
        var json = answer.get();
        if (error == null && why == null && json != null) {
            return json.asString();
        }
        var sentence = error != null ? threw(calling, error) : why != null ? why.asString() : UNSETTLED;
        throw new Wrong(sentence, orFile(files.place(function.getSourceLocation())));
    }

    /** Returns how the test library asks the owner: text in, text out; a refusal is an error in the script. */
    private ProxyExecutable asking(Context context) {
        var error = context.eval("js", "(message) => { throw new Error(message); }");
        return arguments -> {
            try {
                return owner.ask(arguments[0].asString(), arguments[1].asString());
            } catch (RefusedByOwner e) {
                return error.execute(String.valueOf(e.getMessage()));
            }
        };
    }

    private FromHost answered(String json, ConsoleExcerpt printed) {
        return json.length() <= task.mostAnswer() ? new FromHost.Done(id, json, printed.text())
                : failed(ScriptFault.of("its answer has " + json.length() + " characters; the limit is "
                        + task.mostAnswer()), printed);
    }

    private FromHost failed(ScriptFault complaint, ConsoleExcerpt printed) {
        return new FromHost.Failed(id, complaint.error(), complaint.place(), printed.text());
    }

    private static Source library(String name) {
        return Source.newBuilder("js", resource(name), "muster:" + name).buildLiteral();
    }

    static String resource(String name) {
        try (var in = Objects.requireNonNull(Run.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
