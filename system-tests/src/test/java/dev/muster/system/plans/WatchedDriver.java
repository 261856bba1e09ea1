package dev.muster.system.plans;

import module java.base;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's driver, with a hook for every prepared statement and its values just before execution. */
final class WatchedDriver implements Driver {

    private static final String PREFIX = "jdbc:watched:";

    private final Watcher watcher;

    /** Inspects a statement, on the connection and in the transaction of its execution. */
    @FunctionalInterface
    interface Watcher {
        void look(Connection connection, String sql, @Nullable Object... values) throws SQLException;
    }

    private WatchedDriver(Watcher watcher) {
        this.watcher = watcher;
    }

    /** Watches URLs that begin with {@code jdbc:watched:}, until the returned driver is deregistered. */
    static WatchedDriver register(Watcher watcher) throws SQLException {
        var driver = new WatchedDriver(watcher);
        DriverManager.registerDriver(driver);
        return driver;
    }

    static String watched(String url) {
        return url.replaceFirst("^jdbc:", PREFIX);
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        var connection = DriverManager.getConnection(url.replaceFirst(PREFIX, "jdbc:"), info);
        return proxy(Connection.class, connection, call -> call.is("prepareStatement")
                ? statement(connection, (String) Objects.requireNonNull(call.arguments().get(0)),
                        (PreparedStatement) Objects.requireNonNull(call.result()))
                : call.result());
    }

    private PreparedStatement statement(Connection connection, String sql, PreparedStatement statement) {
        var values = new TreeMap<Integer, @Nullable Object>();
        return proxy(PreparedStatement.class, statement, call -> {
            if (call.is("setObject") || call.is("setString")) {
                values.put((Integer) Objects.requireNonNull(call.arguments().get(0)), call.arguments().get(1));
            } else if (call.is("executeQuery") || call.is("executeUpdate") || call.is("execute")) {
                watcher.look(connection, sql, values.values().toArray());
            }
            return call.result();
        });
    }

    /** A call that may be made as it is, once. */
    private record Call(Object on, Method method, List<@Nullable Object> arguments) {

        boolean is(String name) {
            return method.getName().equals(name);
        }

        @Nullable
        Object result() throws SQLException {
            try {
                return method.invoke(on, arguments.toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
            } catch (IllegalAccessException e) {
                throw new SQLException(e);
            }
        }
    }

    /** Something in the place of a call. */
    @FunctionalInterface
    private interface Instead {
        @Nullable
        Object of(Call call) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, T real, Instead instead) {
        InvocationHandler handler = (self, method, arguments) -> instead
                .of(new Call(real, method, arguments == null ? List.of() : Arrays.asList(arguments)));
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, handler));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
