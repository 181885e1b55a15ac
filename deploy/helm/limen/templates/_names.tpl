{{- define "limen.selector" -}}
app.kubernetes.io/name: limen
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "limen.labels" -}}
{{ include "limen.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* The secret that the nodes read, if there is one. */ -}}
{{- define "limen.secret" -}}
{{- if .Values.existingSecret }}{{ .Values.existingSecret }}{{ else if .Values.secrets }}{{ .Release.Name }}{{ end }}
{{- end }}

{{- /* Not empty if no node holds state. */ -}}
{{- define "limen.shared" -}}
{{- if and (eq .Values.database "postgresql") .Values.pictures }}shared{{ end }}
{{- end }}

{{- /* Settings that have to be in the secret. Kubernetes starts no node without them. */ -}}
{{- define "limen.required" -}}
{{- if eq .Values.database "postgresql" }}DATABASE_URL {{ end }}
{{- if .Values.pictures }}AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY {{ end }}
{{- if include "limen.shared" . }}MASTER_KEY {{ end }}
{{- if .Values.serviceMonitor.enabled }}METRICS_TOKEN {{ end }}
{{- end }}

{{- define "limen.check" -}}
{{- $values := .Values }}
{{- if and .Values.existingSecret .Values.secrets }}
{{- fail "existingSecret and secrets: give one of them" }}
{{- end }}
{{- if and (eq .Values.database "sqlite") (get .Values.secrets "DATABASE_URL") }}
{{- fail "DATABASE_URL goes with database: postgresql" }}
{{- end }}
{{- if and (or (gt (int .Values.replicas) 1) .Values.autoscaling.enabled) (not (include "limen.shared" .)) }}
{{- fail "more than one node needs database: postgresql, and pictures in S3" }}
{{- end }}
{{- if not .Values.existingSecret }}
{{- range $name := splitList " " (trim (include "limen.required" .)) }}
{{- if and $name (not (get $values.secrets $name)) }}
{{- fail (printf "%s is missing: put it into existingSecret or secrets" $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
