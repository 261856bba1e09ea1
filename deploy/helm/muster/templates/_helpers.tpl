{{- define "muster.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "muster.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "muster.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "muster.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "muster.selector" -}}
app.kubernetes.io/name: {{ include "muster.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "muster.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "muster.selector" . }}
{{- end }}

{{- define "muster.scheme" -}}
{{- if .Values.tls.secret }}https{{ else }}http{{ end }}
{{- end }}

{{/* The coordinators as workers and clients name them: the one that leads is asked. */}}
{{- define "muster.coordinators" -}}
{{- $urls := list }}
{{- range $n := until (int .Values.coordinator.replicas) }}
{{- $urls = append $urls (printf "%s://%s-coordinator-%d.%s-coordinators.%s.svc:%d" (include "muster.scheme" $) (include "muster.fullname" $) $n (include "muster.fullname" $) $.Release.Namespace (int $.Values.coordinator.port)) }}
{{- end }}
{{- join "," $urls }}
{{- end }}

{{/* Names that a request for a coordinator may carry besides addresses. */}}
{{- define "muster.publicUrls" -}}
{{- $urls := splitList "," (include "muster.coordinators" .) }}
{{- $name := include "muster.fullname" . }}
{{- range list $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace) }}
{{- $urls = append $urls (printf "%s://%s:%d" (include "muster.scheme" $) . (int $.Values.coordinator.port)) }}
{{- end }}
{{- join "," (concat $urls .Values.coordinator.publicUrls) }}
{{- end }}

{{- define "muster.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "muster.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities:
  drop:
    - ALL
{{- end }}

{{- define "muster.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{/* Of every pod: nothing of it talks to Kubernetes, and no variable of a Service is mistaken for one of Muster's. */}}
{{- define "muster.pod" -}}
serviceAccountName: {{ include "muster.fullname" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "muster.podSecurity" . | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Where a component may run; takes the root and the component's values. */}}
{{- define "muster.placement" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "muster.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.component }}
  {{- end }}
{{- with .of.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Probes without a client's certificate can only knock; the others ask the status pages, which need no token. */}}
{{- define "muster.probe" -}}
{{- if and .root.Values.tls.secret .root.Values.tls.clientCertificates -}}
tcpSocket:
  port: {{ .port }}
{{- else -}}
httpGet:
  path: {{ .path }}
  port: {{ .port }}
  scheme: {{ include "muster.scheme" .root | upper }}
{{- end }}
timeoutSeconds: 5
{{- end }}

{{/* What coordinators and workers have in common of variables. */}}
{{- define "muster.env" -}}
- name: MUSTER_HOME
  # made by the process itself, so that it is closed to others; the volume is root's
  value: /var/lib/muster/home
- name: MUSTER_LOG
  value: {{ .root.Values.logLevel }}
- name: MUSTER_LOG_FORMAT
  value: json
- name: MUSTER_FLEET
  value: {{ .root.Values.fleet | quote }}
- name: MUSTER_FLEET_KEY_FILE
  value: /etc/muster/secrets/fleet-key
- name: MUSTER_KAFKA
  value: {{ required "set kafka.bootstrapServers to the brokers that the fleet uses, such as kafka-1:9092,kafka-2:9092" .root.Values.kafka.bootstrapServers | quote }}
{{- if .root.Values.kafka.configSecret }}
- name: MUSTER_KAFKA_CONFIG
  value: /etc/muster/kafka/client.properties
{{- end }}
{{- with .login }}
- name: MUSTER_KAFKA_USER
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: user
- name: MUSTER_KAFKA_PASSWORD_FILE
  value: /etc/muster/secrets/kafka-password
{{- end }}
{{- with .of.offeredVariables }}
- name: MUSTER_ENV
  value: {{ . | quote }}
{{- end }}
{{- with .of.allowedHosts }}
- name: MUSTER_ALLOW_HOSTS
  value: {{ . | quote }}
{{- end }}
{{- end }}

{{- define "muster.mounts" -}}
- name: home
  mountPath: /var/lib/muster
- name: tmp
  mountPath: /tmp
- name: secrets
  mountPath: /etc/muster/secrets
  readOnly: true
{{- if .root.Values.kafka.configSecret }}
- name: kafka
  mountPath: /etc/muster/kafka
  readOnly: true
{{- end }}
{{- if .root.Values.tls.secret }}
- name: tls
  mountPath: /etc/muster/tls
  readOnly: true
{{- end }}
{{- with .of.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Modes in decimal: 288 is 0440, for the group that fsGroup names. */}}
{{- define "muster.volumes" -}}
- name: home
  emptyDir:
    sizeLimit: {{ .of.temporarySpace }}
- name: tmp
  emptyDir:
    sizeLimit: {{ .of.temporarySpace }}
- name: secrets
  projected:
    defaultMode: 288
    sources:
      - secret:
          name: {{ .root.Values.fleetKey.secret }}
          items:
            - key: {{ .root.Values.fleetKey.key }}
              path: fleet-key
      {{- with .login }}
      - secret:
          name: {{ . }}
          items:
            - key: password
              path: kafka-password
      {{- end }}
      {{- toYaml .secrets | nindent 6 }}
{{- if .root.Values.kafka.configSecret }}
- name: kafka
  secret:
    secretName: {{ .root.Values.kafka.configSecret }}
    defaultMode: 288
{{- end }}
{{- if .root.Values.tls.secret }}
- name: tls
  secret:
    secretName: {{ .root.Values.tls.secret }}
    defaultMode: 288
{{- end }}
{{- with .of.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The files of a process that serves. */}}
{{- define "muster.tlsArgs" -}}
{{- if .Values.tls.secret }}
- --tls-cert
- /etc/muster/tls/tls.crt
- --tls-key
- /etc/muster/tls/tls.key
{{- if .Values.tls.clientCertificates }}
- --tls-client-ca
- /etc/muster/tls/ca.crt
{{- end }}
{{- end }}
{{- end }}

{{/* The files of a process that calls the coordinator. */}}
{{- define "muster.tlsEnv" -}}
{{- if .Values.tls.secret }}
- name: MUSTER_TLS_CA
  value: /etc/muster/tls/ca.crt
{{- if .Values.tls.clientCertificates }}
- name: MUSTER_TLS_CERT
  value: /etc/muster/tls/tls.crt
- name: MUSTER_TLS_KEY
  value: /etc/muster/tls/tls.key
{{- end }}
{{- end }}
{{- end }}
