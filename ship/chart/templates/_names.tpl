{{- define "plumbline.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "plumbline.selector" -}}
app.kubernetes.io/name: plumbline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plumbline.labels" -}}
{{ include "plumbline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "plumbline.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "plumbline.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (ternary (include "plumbline.name" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{- define "plumbline.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if .Values.ingress.enabled -}}
{{ ternary "https" "http" .Values.ingress.tls.enabled }}://{{ .Values.ingress.host }}
{{- end }}
{{- end }}

{{- /* A number of a values file is a float64, whose text may be 1e+09. */}}
{{- define "plumbline.text" -}}
{{ if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- /* At least LEAVE_SECONDS + EVENTSTREAM_DRAIN_SECONDS + 15, after which the process would still be running. */}}
{{- define "plumbline.stopSeconds" -}}
{{- $leave := dig "LEAVE_SECONDS" 0 .Values.settings | int }}
{{- $drain := dig "EVENTSTREAM_DRAIN_SECONDS" 10 .Values.settings | int -}}
{{ max 45 (add $leave $drain 15) }}
{{- end }}
