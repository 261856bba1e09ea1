#!/bin/bash
# As the image that this stands in for: each KAFKA_NAME becomes a property.
set -eu
properties=/opt/kafka/config/server.properties
for name in ${!KAFKA_*}; do
    key=${name#KAFKA_}
    key=${key//___/-}
    key=${key//__/@}
    key=${key//_/.}
    key=${key//@/_}
    printf '%s=%s\n' "${key,,}" "${!name}"
done > "$properties"
java() { command /opt/java/bin/java -Dlogback.configurationFile=/opt/kafka/logback.xml -cp '/opt/kafka/libs/*' "$@"; }
java kafka.tools.StorageTool format --ignore-formatted -t 4L6g3nShT-eMCtK--X86sw -c "$properties"
exec /opt/java/bin/java -Xmx512m -Dlogback.configurationFile=/opt/kafka/logback.xml -cp '/opt/kafka/libs/*' kafka.Kafka "$properties"
