package dev.muster.common.process;

import module java.base;
import java.lang.reflect.Proxy;

/**
 * Handles signals of the operating system. Java's only way is {@code sun.misc.Signal}, which the compiler warns about
 * even though it is exported; so only this class uses it, by reflection.
 */
public final class Signals implements AutoCloseable {

    private final List<Runnable> restore = new ArrayList<>();

    private Signals() {}

    /** Runs an action for each of these signals, on a separate thread, until it is closed. */
    public static Signals on(List<String> names, Runnable then) {
        return new Signals().handleAll(names, handler(then));
    }

    /** Ignores these signals permanently. */
    public static void ignore(String... names) {
        var nothing = new Signals().handleAll(List.of(names), handler(() -> {}));
        nothing.restore.clear();
    }

    @Override
    public void close() {
        restore.forEach(Runnable::run);
    }

    private Signals handleAll(List<String> names, Object handler) {
        for (var name : names) {
            var before = handle(name, handler);
            restore.add(() -> handle(name, before));
        }
        return this;
    }

    private static Object handle(String name, Object handler) {
        try {
            var signal = Class.forName("sun.misc.Signal");
            return signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler")).invoke(null,
                    signal.getConstructor(String.class).newInstance(name), handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM can't handle the signal " + name, e);
        }
    }

    private static Object handler(Runnable then) {
        try {
            var type = Class.forName("sun.misc.SignalHandler");
            return Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[]{type},
                    (proxy, method, given) -> {
                        if (method.getName().equals("handle")) {
                            then.run();
                        }
                        return method.getName().equals("hashCode") ? System.identityHashCode(proxy) : null;
                    });
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this JVM can't handle signals", e);
        }
    }
}
