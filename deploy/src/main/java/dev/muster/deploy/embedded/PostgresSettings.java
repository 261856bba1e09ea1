package dev.muster.deploy.embedded;

import module java.base;

/** The server's {@code postgresql.conf}. A user's {@code ALTER SYSTEM} settings go to another file and win. */
final class PostgresSettings {

    private PostgresSettings() {}

    static String text(int port) {
        return """
                # Written at each start. Own settings: ALTER SYSTEM SET ...
                listen_addresses = '127.0.0.1'
                port = %d
                unix_socket_directories = ''
                max_connections = 200
                shared_buffers = 128MB
                dynamic_shared_memory_type = %s
                huge_pages = off

                # One server, nobody to replicate to: the smallest log of changes, few and late checkpoints.
                fsync = on
                wal_level = minimal
                max_wal_senders = 0
                max_logical_replication_workers = 0
                wal_buffers = 16MB
                wal_compression = pglz
                min_wal_size = 128MB
                max_wal_size = 1GB
                checkpoint_timeout = 15min

                # Short statements on a small machine: compiling them and workers for reading cost more than they bring.
                jit = off
                io_method = sync
                random_page_cost = 1.1

                timezone = 'UTC'
                log_timezone = 'UTC'
                log_line_prefix = '%%m [%%p] '
                log_checkpoints = off
                lc_messages = 'C'
                default_text_search_config = 'pg_catalog.english'
                """.formatted(port, sharedMemory());
    }

    /** Some containers have no /dev/shm; files in the data folder work too, but slower. */
    private static String sharedMemory() {
        boolean missing = System.getProperty("os.name").equals("Linux") && !Files.isWritable(Path.of("/dev/shm"));
        return missing ? "mmap" : "posix";
    }
}
