package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** The credentials of a call. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({@JsonSubTypes.Type(value = HttpAuth.Bearer.class, name = "bearer"),
    @JsonSubTypes.Type(value = HttpAuth.Basic.class, name = "basic"),
    @JsonSubTypes.Type(value = HttpAuth.OAuth2.class, name = "oauth2")})
public sealed interface HttpAuth {

    record Bearer(String token) implements HttpAuth {}

    record Basic(String user, String password) implements HttpAuth {}

    /**
     * Client credentials.
     *
     * @param inForm whether the client's id and secret go into the form; otherwise they go into the header
     */
    record OAuth2(String tokenUrl, String clientId, String clientSecret, @Nullable String scope, boolean inForm)
            implements
                HttpAuth {}
}
