package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.ProjectConfig.DatabaseConfig;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads the databases that sql-validate queries. */
record DatabaseReader(EndpointReader endpoints, Faults faults) {

    private static final String POSTGRESQL = "jdbc:postgresql:";

    Map<String, DatabaseConfig> read(Map<String, Node> nodes) {
        var databases = new LinkedHashMap<String, DatabaseConfig>();
        nodes.forEach((name, node) -> {
            var database = read("database '" + name + "'", node);
            if (database != null) {
                databases.put(name, database);
            }
        });
        return databases;
    }

    private @Nullable DatabaseConfig read(String what, Node node) {
        var fields = Fields.of(node, what, faults);
        if (fields == null) {
            return null;
        }
        fields.needed("url", what);
        var url = endpoints.filled(fields, "url");
        if (url != null && !url.startsWith(POSTGRESQL) && !url.startsWith("${")) {
            fields.fault("url",
                    "'" + url + "' is no address of a PostgreSQL database; write jdbc:postgresql://HOST/NAME");
        }
        var database = new DatabaseConfig(url == null ? "" : url, endpoints.filled(fields, "user"),
                endpoints.filled(fields, "password"));
        fields.done();
        return database;
    }
}
