{{- /*
The pod of each component, so that all have the same restrictions. Takes root, component (server, worker or migrate),
resources and data, the source of the volume at /data.
*/}}
{{- define "plumbline.pod" -}}
{{- $values := .root.Values }}
{{- $isMigration := eq .component "migrate" }}
metadata:
  labels:
    {{- include "plumbline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- $annotations := dict }}
  {{- if and $values.metrics.enabled (not $isMigration) }}
  {{- $port := include "plumbline.text" $values.metrics.port }}
  {{- $annotations = dict "prometheus.io/scrape" "true" "prometheus.io/port" $port "prometheus.io/path" "/metrics" }}
  {{- end }}
  {{- with merge (dict) $values.podAnnotations $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if $isMigration }}
  restartPolicy: Never
  {{- end }}
  {{- if not (and $isMigration $values.serviceAccount.create) }}
  serviceAccountName: {{ include "plumbline.serviceAccount" .root }}
  {{- end }}
  automountServiceAccountToken: false
  # Variables of services would replace settings, for example the port of a service with the name valkey.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "plumbline.stopSeconds" .root }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    # The server takes permissions from other users. Always would give some back at each start.
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: plumbline
      image: {{ include "plumbline.image" .root | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [{{ eq .component "server" | ternary "serve" .component }}]
      {{- include "plumbline.ports" . | nindent 6 }}
      env:
        {{- include "plumbline.environment" . | trim | nindent 8 }}
      {{- with $values.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- include "plumbline.probes" . | nindent 6 }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  {{- include "plumbline.placement" . | nindent 2 }}
  volumes:
    - name: data
      {{- toYaml .data | nindent 6 }}
    - name: tmp
      emptyDir:
        sizeLimit: 1Gi
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "plumbline.ports" -}}
{{- $hasMetrics := and .root.Values.metrics.enabled (ne .component "migrate") }}
{{- if or $hasMetrics (eq .component "server") -}}
ports:
  {{- if eq .component "server" }}
  - name: http
    containerPort: 8080
  {{- end }}
  {{- if $hasMetrics }}
  - name: metrics
    containerPort: {{ include "plumbline.text" .root.Values.metrics.port }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "plumbline.probes" -}}
{{- if eq .component "server" -}}
# The first start makes or migrates the embedded database.
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 360
# The server waits 5 s for its database before it answers.
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 5
  timeoutSeconds: 8
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 20
  timeoutSeconds: 8
  failureThreshold: 3
{{- else if eq .component "worker" -}}
startupProbe:
  exec:
    command: [/usr/local/bin/node, /opt/plumbline/bin/plumbline.cjs, health, --worker]
  periodSeconds: 5
  timeoutSeconds: 10
  failureThreshold: 60
# The check also fails while the database is unavailable, and workers wait for it. A restart would not help then.
livenessProbe:
  exec:
    command: [/usr/local/bin/node, /opt/plumbline/bin/plumbline.cjs, health, --worker]
  periodSeconds: 30
  timeoutSeconds: 10
  failureThreshold: 10
{{- end }}
{{- end }}

{{- define "plumbline.placement" -}}
{{- $values := .root.Values }}
{{- if and (eq $values.mode "postgres") (ne .component "migrate") }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "plumbline.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.component }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
