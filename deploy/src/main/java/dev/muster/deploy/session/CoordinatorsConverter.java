package dev.muster.deploy.session;

import dev.muster.common.leader.Coordinators;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the addresses of a fleet's coordinators on the command line, separated by commas. */
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
