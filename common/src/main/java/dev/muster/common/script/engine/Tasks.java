package dev.muster.common.script.engine;

import dev.muster.common.script.wire.Frames;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.Task;
import dev.muster.common.script.wire.ToHost;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/** The tasks under way, a thread for each. How many there are at once is the owner's business. */
final class Tasks {

    /** Bytes: deep enough for sensible recursion; what goes deeper is told so by the language. */
    private static final long STACK = 8 << 20;
    private static final int MOST_TREES = 16;

    private final Sandbox sandbox;
    private final DataOutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private final Map<Integer, Run> runs = new ConcurrentHashMap<>();
    private final Map<Integer, CompletableFuture<ToHost.Told>> asked = new ConcurrentHashMap<>();
    /** Only for the thread that hears the owner. */
    private final LinkedHashMap<String, SourceTree> trees = new LinkedHashMap<>(16, 0.75f, true);

    Tasks(Sandbox sandbox, DataOutputStream out) {
        this.sandbox = sandbox;
        this.out = out;
    }

    /** The first world takes most of a second: better before the first task than in it. */
    void warmUp() {
        var tree = new SourceTree();
        Owner owner = (what, text) -> "export default function (output) { return output.length > 0; }";
        new Run(0, new Task(Task.Kind.FUNCTION, "", "warm", "up.js", "default", "[\"x\"]", 100), tree, owner)
                .end(sandbox);
    }

    void begin(int id, Task task) {
        var run = new Run(id, task, tree(task.tree()), (what, text) -> ask(id, what, text));
        runs.put(id, run);
        Thread.ofPlatform().daemon().name("script " + id).stackSize(STACK).start(() -> carryOut(id, run));
    }

    void told(ToHost.Told told) {
        var waiting = asked.remove(told.id());
        if (waiting != null) {
            waiting.complete(told);
        }
    }

    /** On a thread of its own: it waits until the script is really at its end. */
    void cancel(int id) {
        var run = runs.get(id);
        if (run != null) {
            Thread.ofPlatform().daemon().name("cancel " + id).start(run::cancel);
        }
    }

    void say(FromHost said) throws IOException {
        writing.lock();
        try {
            Frames.write(out, said);
        } finally {
            writing.unlock();
        }
    }

    private void carryOut(int id, Run run) {
        try {
            answer(id, end(id, run));
        } catch (IOException e) {
            // the owner is gone
        } finally {
            runs.remove(id);
            asked.remove(id);
        }
    }

    /** Whatever it throws, the owner is told: it would wait for the end of its time otherwise. */
    private FromHost end(int id, Run run) {
        try {
            return run.end(sandbox);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return new FromHost.Failed(id, ScriptFault.of("it can't be run: " + e).error(), "", "");
        }
    }

    private void answer(int id, FromHost answer) throws IOException {
        try {
            say(answer);
        } catch (Frames.TooLarge e) {
            say(new FromHost.Failed(id, "its answer is too large to be passed on: " + e.getMessage(), "", ""));
        }
    }

    private String ask(int id, String what, String text) throws Owner.Refused {
        var answer = new CompletableFuture<ToHost.Told>();
        asked.put(id, answer);
        try {
            say(new FromHost.Ask(id, what, text));
            var told = answer.get();
            if (told.given()) {
                return told.text();
            }
            throw new Owner.Refused(told.text());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Owner.Refused("it was stopped");
        } catch (IOException | ExecutionException e) {
            throw new Owner.Refused("nobody answers");
        }
    }

    private SourceTree tree(String name) {
        var tree = trees.computeIfAbsent(name, first -> new SourceTree());
        if (trees.size() > MOST_TREES) {
            trees.pollFirstEntry();
        }
        return tree;
    }
}
