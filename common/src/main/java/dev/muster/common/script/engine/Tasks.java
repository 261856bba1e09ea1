package dev.muster.common.script.engine;

import module java.base;
import dev.muster.common.process.Frames;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.Task;
import dev.muster.common.script.wire.TaskKind;
import dev.muster.common.script.wire.ToHost;

/** The running tasks, one thread each. The owner limits their number. */
final class Tasks {

    /** Stack size in bytes: enough for sensible recursion; deeper recursion gets an error from the language. */
    private static final long STACK = 8 << 20;
    private static final int MOST_TREES = 16;

    private final Sandbox sandbox;
    private final DataOutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private final Map<Integer, Run> runs = new ConcurrentHashMap<>();
    private final Map<Integer, CompletableFuture<ToHost.Answer>> questions = new ConcurrentHashMap<>();
    /** Used only by the thread that reads from the owner. */
    private final LinkedHashMap<String, SourceTree> trees = new LinkedHashMap<>(16, 0.75f, true);

    Tasks(Sandbox sandbox, DataOutputStream out) {
        this.sandbox = sandbox;
        this.out = out;
    }

    /** Creates a first context, which takes most of a second: better before the first task than in it. */
    void warmUp() {
        var tree = new SourceTree();
        Owner owner = (what, text) -> "export default function (output) { return output.length > 0; }";
        new Run(0, new Task(TaskKind.FUNCTION, "", "warm", "up.js", "default", "[\"x\"]", 100), tree, owner)
                .end(sandbox);
    }

    void begin(int id, Task task) {
        var run = new Run(id, task, tree(task.tree()), (what, text) -> ask(id, what, text));
        runs.put(id, run);
        Thread.ofPlatform().daemon().name("script " + id).stackSize(STACK).start(() -> carryOut(id, run));
    }

    void answered(ToHost.Answer answer) {
        var waiting = questions.remove(answer.id());
        if (waiting != null) {
            waiting.complete(answer);
        }
    }

    /** Cancels a task on a separate thread, which waits until the script has really ended. */
    void cancel(int id) {
        var run = runs.get(id);
        if (run != null) {
            Thread.ofPlatform().daemon().name("cancel " + id).start(run::cancel);
        }
    }

    void send(FromHost message) throws IOException {
        writing.lock();
        try {
            FromHost.FRAMES.write(out, message);
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
            questions.remove(id);
        }
    }

    /** Runs a task to its end. Reports anything thrown to the owner, which would otherwise wait for its timeout. */
    private FromHost end(int id, Run run) {
        try {
            return run.end(sandbox);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return new FromHost.Failed(id, ScriptFault.of("it can't be run: " + e).error(), "", "");
        }
    }

    private void answer(int id, FromHost answer) throws IOException {
        try {
            send(answer);
        } catch (Frames.TooLarge e) {
            send(new FromHost.Failed(id, "its answer is too large to be passed on: " + e.getMessage(), "", ""));
        }
    }

    private String ask(int id, String what, String text) throws RefusedByOwner {
        var waiting = new CompletableFuture<ToHost.Answer>();
        questions.put(id, waiting);
        try {
            send(new FromHost.Ask(id, what, text));
            var answer = waiting.get();
            if (answer.given()) {
                return answer.text();
            }
            throw new RefusedByOwner(answer.text());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedByOwner("it was stopped");
        } catch (IOException | ExecutionException e) {
            throw new RefusedByOwner("there is no answer");
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
