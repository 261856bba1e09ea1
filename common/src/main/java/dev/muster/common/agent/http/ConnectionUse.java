package dev.muster.common.agent.http;

import module java.base;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The connection of one call: whether an earlier call used it, and whether a later one may. */
final class ConnectionUse extends EventListener {

    private @Nullable Connection connection;
    private boolean opened;
    private boolean last;

    /** Whether an earlier call left it open: the server may have closed it since. */
    boolean isUsed() {
        return connection != null && !opened;
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        opened = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection acquired) {
        connection = acquired;
    }

    /** A server of HTTP/1.0 closes the connection behind its answer, unless it says otherwise. */
    @Override
    public void responseHeadersEnd(Call call, Response response) {
        last = response.protocol() == Protocol.HTTP_1_0
                && !"keep-alive".equalsIgnoreCase(response.header("Connection"));
    }

    @Override
    public void connectionReleased(Call call, Connection released) {
        if (last) {
            try {
                released.socket().close();
            } catch (IOException e) {
                // closed in any case
            }
        }
    }
}
