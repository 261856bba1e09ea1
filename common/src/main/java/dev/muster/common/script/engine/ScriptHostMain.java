package dev.muster.common.script.engine;

import module java.base;

import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.ToHost;

/** The script host's process: tasks arrive on standard input, results leave on standard output. */
public final class ScriptHostMain {

    private final Tasks tasks;
    private final DataInputStream in;

    private ScriptHostMain(Tasks tasks, DataInputStream in) {
        this.tasks = tasks;
        this.in = in;
    }

    /** @param arguments a private folder of this process, which it removes at its end */
    public static void main(String[] arguments) {
        var out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
        // other output must not get between the frames
        System.setOut(System.err);
        var in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        var host = new ScriptHostMain(new Tasks(new Sandbox(), out), in);
        host.run();
        NativeCodeCleanup.remove(arguments.length == 0 ? null : Path.of(arguments[0]));
        Runtime.getRuntime().halt(0);
    }

    /** Runs until the owner closes its end of the pipe, or is gone. */
    private void run() {
        try {
            tasks.warmUp();
            tasks.send(new FromHost.Ready(0));
            while (true) {
                receive(ToHost.FRAMES.read(in));
            }
        } catch (IOException e) {
            // the owner is gone, and no one waits for running tasks
        }
    }

    private void receive(ToHost message) {
        switch (message) {
            case ToHost.Begin(var id, var task) -> tasks.begin(id, task);
            case ToHost.Answer answer -> tasks.answered(answer);
            case ToHost.Cancel(var id) -> tasks.cancel(id);
        }
    }
}
