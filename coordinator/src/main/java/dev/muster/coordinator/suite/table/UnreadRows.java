package dev.muster.coordinator.suite.table;

import module java.base;

import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Node.Scalar;
import dev.muster.coordinator.suite.source.ScalarType;

/** A case whose table can't be read: it is read once, without values, so that its own faults are reported, too. */
final class UnreadRows {

    /** Returns the case with the name of each column in place of its value. */
    static RowCase of(EachHeader header, Node.Obj written, RowFaults faults) {
        var template = new RowTemplate(written);
        var values = template.names().collect(Collectors.toMap(Function.identity(),
                name -> (Node) new Scalar(ScalarType.STRING, name, written.at())));
        var node = header.withId(header.id(), template.fill(values));
        return new RowCase(node, header.id(), "", 0, template.isMarked(), faults.withoutValues(template));
    }

    private UnreadRows() {}
}
