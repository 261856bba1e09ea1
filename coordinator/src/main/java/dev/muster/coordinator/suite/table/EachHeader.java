package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Node.Scalar;
import dev.muster.coordinator.suite.source.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the case that say where its rows and ids come from.
 *
 * @param idKey the key of the case's id in its dialect
 * @param id the id that the cases of all rows begin with
 * @param idAt the case's, when it has no id
 * @param key names the column that identifies a row; null for numbers
 */
record EachHeader(String idKey, String id, Scalar idAt, Node each, @Nullable Scalar key) {

    /** Returns a case of the table with its id. */
    Node.Obj withId(String caseId, Node.Obj filled) {
        var members = new LinkedHashMap<String, Node.Member>();
        members.put(idKey, new Node.Member(idAt.at(), new Scalar(ScalarType.STRING, caseId, idAt.at())));
        members.putAll(filled.members());
        return new Node.Obj(members, filled.at());
    }
}
