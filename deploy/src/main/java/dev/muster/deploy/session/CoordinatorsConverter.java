package dev.muster.deploy.session;

import dev.muster.common.leader.Coordinators;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a fleet's coordinators are, on the command line: addresses with commas between them. */
public final class CoordinatorsConverter implements ITypeConverter<Coordinators> {

    @Override
    public Coordinators convert(String text) {
        try {
            return Coordinators.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
