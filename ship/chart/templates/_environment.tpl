{{- /* The environment of a container. Takes root and component. */}}
{{- define "plumbline.environment" -}}
{{- $values := .root.Values }}
{{- $isMigration := eq .component "migrate" }}
{{- $isPostgres := eq $values.mode "postgres" }}
- name: HOST
  value: {{ $values.listenAddress | quote }}
- name: PORT
  value: "8080"
- name: DATA_DIR
  value: /data
{{- if $isPostgres }}
- name: WORKER
  value: {{ eq .component "worker" | quote }}
{{- end }}
{{- with include "plumbline.publicUrl" .root }}
- name: PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- with $values.trustedProxies }}
- name: TRUSTED_PROXIES
  value: {{ . | quote }}
{{- end }}
{{- if and $values.metrics.enabled (not $isMigration) }}
- name: METRICS_HOST
  value: {{ $values.listenAddress | quote }}
- name: METRICS_PORT
  value: {{ include "plumbline.text" $values.metrics.port | quote }}
{{- end }}
{{- if and $values.files.s3.url (not $isMigration) }}
- name: FILES_S3_URL
  value: {{ $values.files.s3.url | quote }}
- name: FILES_S3_REGION
  value: {{ $values.files.s3.region | quote }}
{{- end }}
{{- range $name, $value := $values.settings }}
- name: {{ $name }}
  value: {{ include "plumbline.text" $value | quote }}
{{- end }}
{{- if $isMigration }}
{{- include "plumbline.secrets" (dict "from" $values.existingSecret "names" (list "DATABASE_ADMIN_URL") "optional" false) }}
{{- include "plumbline.secrets" (dict "from" $values.existingSecret "names" (list "DATABASE_SERVER_PASSWORD") "optional" true) }}
{{- else if $values.existingSecret }}
{{- /* A misspelled secret must not start a pod with another key. */}}
{{- $required := $isPostgres | ternary (list "DATABASE_URL" "VALKEY_URL" "ENCRYPTION_KEY") (list "ENCRYPTION_KEY") }}
{{- if $values.files.s3.url }}
{{- $required = concat $required (list "FILES_S3_ACCESS_KEY_ID" "FILES_S3_SECRET_ACCESS_KEY") }}
{{- end }}
{{- $optional := list "TOKEN_SIGNING_KEY" "SMTP_URL" }}
{{- if $isPostgres }}
{{- $optional = append $optional "DATABASE_REPLICA_URL" }}
{{- end }}
{{- $optional = concat $optional (list "SOCIAL_GOOGLE_OAUTH_CLIENT_SECRET" "SOCIAL_GITHUB_OAUTH_CLIENT_SECRET" "SOCIAL_OIDC_CLIENT_SECRET") }}
{{- include "plumbline.secrets" (dict "from" $values.existingSecret "names" $required "optional" false) }}
{{- include "plumbline.secrets" (dict "from" $values.existingSecret "names" $optional "optional" true) }}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Variables with the names of keys of a secret. */}}
{{- define "plumbline.secrets" -}}
{{- range .names }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.from }}
      key: {{ . }}
      optional: {{ $.optional }}
{{- end }}
{{- end }}
