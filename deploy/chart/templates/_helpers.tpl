{{- define "baixi.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}
{{- define "baixi.cluster" -}}{{ include "baixi.name" . }}-database{{- end }}
{{- define "baixi.pooler" -}}{{ include "baixi.name" . }}-pooler{{- end }}

{{- define "baixi.labels" -}}
app.kubernetes.io/part-of: {{ include "baixi.name" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "baixi.selector" -}}
app.kubernetes.io/part-of: {{ include "baixi.name" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "baixi.image" -}}
{{- $repository := required "image.repository is required" .Values.image.repository -}}
{{- with .Values.image.digest -}}{{ $repository }}@{{ . }}
{{- else -}}{{ $repository }}:{{ $.Values.image.tag | default $.Chart.AppVersion }}{{- end -}}
{{- end }}

{{/* What all pods of the program have in common: an ordinary user with no rights. */}}
{{- define "baixi.podSecurity" -}}
serviceAccountName: {{ include "baixi.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "baixi.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings of a process. The kubelet puts the passwords into the addresses. */}}
{{- define "baixi.env" -}}
{{- $tls := "sslmode=verify-full&sslrootcert=/certs/ca.crt" -}}
envFrom:
  - configMapRef: { name: {{ include "baixi.name" .root }}-settings }
  - secretRef: { name: {{ .root.Values.secrets.settings }} }
env:
  - name: ROLE
    value: {{ .role }}
  - name: PROGRAM_PASSWORD
    valueFrom: { secretKeyRef: { name: {{ .root.Values.secrets.program }}, key: password } }
  - name: DATABASE_URL
    value: postgres://baixi_program:$(PROGRAM_PASSWORD)@{{ .host }}:5432/baixi?{{ $tls }}
  - name: DATABASE_DIRECT_URL
    value: postgres://baixi_program:$(PROGRAM_PASSWORD)@{{ include "baixi.cluster" .root }}-rw:5432/baixi?{{ $tls }}
{{- end }}

{{- define "baixi.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: metrics }
  periodSeconds: 2
  timeoutSeconds: 3
  # On a busy machine every process may miss one probe; without any, nobody would be served.
  failureThreshold: 2
{{- end }}

{{- define "baixi.certificates" -}}
- name: certificates
  secret:
    secretName: {{ include "baixi.cluster" . }}-ca
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
