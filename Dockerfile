# Muster as an image, built from this checkout: the archive's tree on a slim base, with the archive's own Java. What it is
# to be (coordinator, worker, …) is the first argument.
#
#   docker build -t muster .
#   docker run --rm muster demo

# By digest, so that what was tried is what is built; it is the index of all architectures. To take a newer one:
# docker buildx imagetools inspect NAME:TAG
ARG BASE_IMAGE=debian:13.6-slim@sha256:d7e12182ce18b85b93007c1dedf31f2d29e01ccf3182cc4017c709b6259bc132

FROM ${BASE_IMAGE} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends binutils ca-certificates maven openjdk-25-jdk-headless \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
# A release sets the version of its tag: --build-arg REVISION="$(deploy/ci/version)"
ARG REVISION=0.1.0-SNAPSHOT
RUN mvn -B -q -Pdist -Dquick -Dmaven.test.skip=true -Drevision="${REVISION}" -pl deploy -am package \
    && mv deploy/target/dist/muster-*/ /opt/muster

FROM ${BASE_IMAGE}
RUN groupadd --gid 10001 muster \
    && useradd --uid 10001 --gid 10001 --home-dir /var/lib/muster --create-home --shell /usr/sbin/nologin muster \
    && ln -s /opt/muster/bin/muster /usr/local/bin/muster
# With licenses and hashes for scanners and readers: LICENSE, THIRD-PARTY.txt, sbom.cdx.json.
COPY --from=build /opt/muster/ /opt/muster/
LABEL org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.base.name=debian:13.6-slim \
      dev.muster.sbom=/opt/muster/sbom.cdx.json
USER 10001:10001
WORKDIR /var/lib/muster
ENV MUSTER_HOME=/var/lib/muster \
    MUSTER_JAVA_OPTS=-XX:MaxRAMPercentage=75
EXPOSE 7070
# What is healthy depends on the command: a coordinator answers `muster health http://127.0.0.1:7070/health`, a worker on the
# port that --metrics-port names (see docker-compose.yml).
HEALTHCHECK NONE
# A worker drains and a coordinator hands over on SIGTERM; java takes the place of the launcher as process 1 and gets it.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/muster/bin/muster"]
CMD ["--help"]
