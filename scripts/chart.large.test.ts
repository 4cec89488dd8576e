/** The Helm chart, rendered in each mode: valid for Kubernetes, hardened, and complete. Needs Go, to build Helm. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../server/config.ts'
import { helmProgram, isGoInstalled, renderChart } from './helm.ts'
import { knownSettings, orderlyStopSeconds } from './ship-settings.ts'

const chart = join(import.meta.dirname, '../ship/chart')
const skip = !isGoInstalled() && process.env['CI'] === undefined && 'Go is not installed.'

type Labels = Readonly<Record<string, string>>
interface Variable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: {
    readonly secretKeyRef: {
      readonly name: string
      readonly key: string
      readonly optional?: boolean
    }
  }
}
interface Probe {
  readonly exec?: { readonly command: readonly string[] }
  readonly httpGet?: { readonly path: string; readonly port: string }
}
interface Container {
  readonly args: readonly string[]
  readonly image: string
  readonly env: readonly Variable[]
  readonly ports?: readonly { readonly name: string }[]
  readonly resources: Readonly<Record<'requests' | 'limits', Labels>>
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly securityContext: unknown
}
interface PodSpec {
  readonly serviceAccountName?: string
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly [Container]
  readonly volumes: readonly {
    readonly name: string
    readonly emptyDir?: object
    readonly persistentVolumeClaim?: { readonly claimName: string }
  }[]
  readonly topologySpreadConstraints?: readonly {
    readonly labelSelector: { readonly matchLabels: Labels }
  }[]
  readonly [other: string]: unknown
}
interface Pod {
  readonly metadata: { readonly labels: Labels; readonly annotations?: Labels }
  readonly spec: PodSpec
}
/** Fields of several kinds, whose shape the first test validates. */
interface ObjectSpec {
  readonly replicas?: number
  readonly template?: Pod
  readonly selector?: Labels & { readonly matchLabels?: Labels }
  readonly podSelector?: { readonly matchLabels: Labels }
  readonly strategy?: { readonly rollingUpdate: { readonly maxUnavailable: number } }
  readonly scaleTargetRef?: { readonly name: string }
  readonly metrics?: readonly {
    readonly external?: { readonly metric: { readonly name: string } }
  }[]
}
interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Labels }
  readonly spec?: ObjectSpec
}

const bucket = { s3: { url: 'https://s3.example.com/bucket/prefix' } }
const postgres = { mode: 'postgres', existingSecret: 'plumbline-secrets' }
const options = {
  image: { digest: `sha256:${'a'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  trustedProxies: '10.244.0.0/16',
  settings: {
    INGESTION_MAX_BYTES: 2_147_483_648,
    EVENTSTREAM_DRAIN_SECONDS: 60,
    LOG_LEVEL: 'warn',
  },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'plumbline.example.com',
    tls: { secretName: 'certificate' },
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '0' },
  },
  service: { type: 'NodePort', annotations: { 'example.com/name': 'value' } },
  metrics: { enabled: true },
  networkPolicy: {
    enabled: true,
    clients: [{ namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } }],
    metricsClients: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['169.254.169.254/32'] } }] }],
  },
  serviceAccount: {
    name: 'scanner',
    annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/a' },
  },
  extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/ca/ca.pem' }],
  extraEnvFrom: [{ configMapRef: { name: 'more-settings' } }],
  extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/ca', readOnly: true }],
  podAnnotations: { 'example.com/restart': '1' },
  podLabels: { team: 'security' },
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
}
const autoscaling = { enabled: true }
const variants: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'the defaults': {},
  'embedded with all options': {
    ...options,
    existingSecret: 'plumbline-secrets',
    files: bucket,
    embedded: { storage: { className: 'fast', accessMode: 'ReadWriteOncePod' } },
  },
  'embedded on an existing claim': { embedded: { storage: { existingClaim: 'old' } } },
  'postgres with a bucket': { ...postgres, files: bucket },
  'postgres with a shared volume, without migration': {
    ...postgres,
    files: { existingClaim: 'shared' },
    migrate: { enabled: false },
    servers: { replicas: 1 },
    serviceAccount: { create: false },
  },
  'postgres with all options': {
    ...postgres,
    ...options,
    files: bucket,
    servers: { autoscaling },
    workers: { autoscaling: { ...autoscaling, metric: { matchLabels: { release: 'plumbline' } } } },
  },
}

const textsOf = (values: Readonly<Record<string, unknown>>) =>
  renderChart(chart, 'plumbline', values)
const objectsOf = (values: Readonly<Record<string, unknown>>): KubernetesObject[] =>
  Object.entries(textsOf(values)).flatMap(([path, text]) =>
    path.endsWith('.yaml')
      ? parseAllDocuments(text).flatMap((one) => (one.toJS() as KubernetesObject | null) ?? [])
      : [],
  )
const podsOf = (objects: readonly KubernetesObject[]): Pod[] =>
  objects.flatMap(({ spec }) => spec?.template ?? [])
const componentOf = ({ metadata }: Pod): string =>
  metadata.labels['app.kubernetes.io/component'] ?? ''
const selects = (selector: Labels, { metadata }: Pod): boolean =>
  Object.entries(selector).every(([name, value]) => metadata.labels[name] === value)

const secrets: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://plumbline_server:secret@db.example.com/plumbline',
  DATABASE_ADMIN_URL: 'postgres://admin:secret@db.example.com/plumbline',
  DATABASE_SERVER_PASSWORD: 'secret0123456789',
  VALKEY_URL: 'rediss://default:secret@valkey.example.com:6379',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  FILES_S3_ACCESS_KEY_ID: 'id',
  FILES_S3_SECRET_ACCESS_KEY: 'secret',
}
/** The environment as Kubernetes sets it; optional keys are in the secret only if they are above. */
const environmentOf = ({ spec }: Pod): Record<string, string> =>
  Object.fromEntries(
    spec.containers[0].env.flatMap(({ name, value, valueFrom }) => {
      if (value !== undefined) return [[name, value]]
      const { key = '', optional = false } = valueFrom?.secretKeyRef ?? {}
      assert.ok(key in secrets || optional, key)
      return secrets[key] === undefined ? [] : [[name, secrets[key]]]
    }),
  )

/** One test for each variant, with its objects. */
function inEachVariant(
  name: string,
  run: (objects: readonly KubernetesObject[]) => void | Promise<void>,
): void {
  for (const [variant, values] of Object.entries(variants))
    test(`${variant}: ${name}`, { skip }, () => run(objectsOf(values)))
}

before(() => {
  if (!skip) helmProgram()
})

inEachVariant('each object is valid for Kubernetes', async (objects) => {
  assert.ok(objects.length >= 3)
  for (const object of objects) {
    const { apiVersion, kind } = object
    const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<
      string,
      new (
        data: unknown,
      ) => { validate(): void }
    >
    const Model = models[kind]
    assert.ok(Model, kind)
    new Model(object).validate()
  }
  const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)
  assert.equal(new Set(names).size, names.length)
  assert.ok(!objects.some(({ kind }) => kind === 'Secret'))
})

inEachVariant('pods have no rights that they do not need', (objects) => {
  for (const { spec } of podsOf(objects)) {
    assert.equal(spec['automountServiceAccountToken'], false)
    assert.equal(spec['enableServiceLinks'], false)
    for (const name of ['hostNetwork', 'hostPID', 'hostIPC', 'initContainers'])
      assert.equal(spec[name], undefined, name)
    assert.deepEqual(spec['securityContext'], {
      runAsNonRoot: true,
      runAsUser: 65_532,
      runAsGroup: 65_532,
      fsGroup: 65_532,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    })
    const [{ securityContext, resources, image, volumeMounts }] = spec.containers
    assert.equal(spec.containers.length, 1)
    assert.deepEqual(securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.ok(
      resources.requests['cpu'] && resources.requests['memory'] && resources.limits['memory'],
    )
    assert.match(image, /^plumbline(:\d+\.\d+\.\d+|@sha256:[0-9a-f]{64})$/)
    const paths = volumeMounts.map(({ mountPath }) => mountPath)
    assert.deepEqual(paths.slice(0, 2), ['/data', '/tmp'])
    const volumes = spec.volumes.map(({ name }) => name)
    for (const { name } of volumeMounts) assert.ok(volumes.includes(name), name)
    assert.ok(spec.volumes.find(({ name }) => name === 'tmp')?.emptyDir)
  }
})

inEachVariant('settings are valid, and the time to stop is enough', (objects) => {
  for (const pod of podsOf(objects)) {
    const environment = environmentOf(pod)
    const unknown = Object.keys(environment).filter((name) => !knownSettings.has(name))
    assert.deepEqual(
      unknown.filter((name) => name !== 'NODE_EXTRA_CA_CERTS'),
      [],
    )
    readConfig(environment)
    assert.ok(pod.spec.terminationGracePeriodSeconds >= orderlyStopSeconds(environment))
  }
})

inEachVariant('only the migration gets the administrator of the database', (objects) => {
  for (const pod of podsOf(objects)) {
    const isMigration = componentOf(pod) === 'migrate'
    const names = pod.spec.containers[0].env.map(({ name }) => name)
    for (const name of ['DATABASE_ADMIN_URL', 'DATABASE_SERVER_PASSWORD'])
      assert.equal(names.includes(name), isMigration, name)
    assert.equal(names.includes('ENCRYPTION_KEY') && isMigration, false)
  }
})

inEachVariant('servers and workers have the probes of their kind', (objects) => {
  for (const { spec, metadata } of podsOf(objects)) {
    const [{ args, startupProbe, readinessProbe, livenessProbe, ports = [] }] = spec.containers
    const component = metadata.labels['app.kubernetes.io/component']
    assert.deepEqual(args, [component === 'server' ? 'serve' : component])
    if (component === 'server') {
      assert.equal(startupProbe?.httpGet?.path, '/health/live')
      assert.equal(readinessProbe?.httpGet?.path, '/health/ready')
      assert.equal(livenessProbe?.httpGet?.path, '/health/live')
      for (const probe of [startupProbe, readinessProbe, livenessProbe])
        assert.ok(ports.some(({ name }) => name === probe.httpGet?.port))
    } else if (component === 'worker') {
      const command = '/usr/local/bin/node /opt/plumbline/bin/plumbline.cjs health --worker'
      assert.equal(startupProbe?.exec?.command.join(' '), command)
      assert.equal(livenessProbe?.exec?.command.join(' '), command)
    } else assert.equal(startupProbe ?? readinessProbe ?? livenessProbe, undefined)
  }
})

inEachVariant('selectors, accounts, claims and targets exist', (objects) => {
  const pods = podsOf(objects)
  const named = (kind: string): string[] =>
    objects.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
  for (const { kind, spec = {} } of objects) {
    const { selector, podSelector, template, scaleTargetRef } = spec
    const labels = kind === 'Service' ? selector : (podSelector ?? selector)?.matchLabels
    const selected = labels && pods.filter((pod) => selects(labels as Labels, pod))
    if (selected) assert.ok(selected.length > 0, kind)
    if (selected && template) assert.deepEqual(selected, [template])
    if (scaleTargetRef) {
      const target = objects.find(
        (one) => one.kind === 'Deployment' && one.metadata.name === scaleTargetRef.name,
      )
      assert.ok(target)
      assert.equal(target.spec?.replicas, undefined)
    }
  }
  for (const { spec } of pods) {
    const account = spec.serviceAccountName ?? 'default'
    assert.ok(account === 'default' || named('ServiceAccount').includes(account), account)
    const claim = spec.volumes[0]?.persistentVolumeClaim?.claimName
    if (claim) assert.ok([...named('PersistentVolumeClaim'), 'shared', 'old'].includes(claim))
  }
})

test('mode embedded is one pod with a volume that outlives the release', { skip }, () => {
  const objects = objectsOf({})
  const claim = objects.find(({ kind }) => kind === 'PersistentVolumeClaim')
  assert.equal(claim?.metadata.annotations?.['helm.sh/resource-policy'], 'keep')
  const [set, ...others] = objects.filter(({ spec }) => spec?.template)
  assert.deepEqual([set?.kind, set?.spec?.replicas, others], ['StatefulSet', 1, []])
  const [pod] = podsOf(objects)
  assert.equal(pod?.spec.containers[0].resources.limits['memory'], '2Gi')
})

test('mode postgres has servers without background work, workers and a migration', { skip }, () => {
  const objects = objectsOf({ ...postgres, files: bucket })
  const pods = podsOf(objects)
  assert.deepEqual(pods.map(componentOf).toSorted(), ['migrate', 'server', 'worker'])
  const isWorking = Object.fromEntries(
    pods.map((pod) => [componentOf(pod), environmentOf(pod)['WORKER']]),
  )
  assert.deepEqual(isWorking, { migrate: 'false', server: 'false', worker: 'true' })
  for (const { kind, spec } of objects)
    if (kind === 'Deployment') assert.equal(spec?.strategy?.rollingUpdate.maxUnavailable, 0)
  assert.ok(objects.some(({ kind }) => kind === 'PodDisruptionBudget'))
  for (const pod of pods.filter((one) => componentOf(one) !== 'migrate'))
    for (const { labelSelector } of pod.spec.topologySpreadConstraints ?? [])
      assert.ok(selects(labelSelector.matchLabels, pod))
})

test('options reach the objects', { skip }, () => {
  const objects = objectsOf(variants['postgres with all options'] ?? {})
  const [server] = podsOf(objects).filter((pod) => componentOf(pod) === 'server')
  assert.ok(server)
  const environment = environmentOf(server)
  assert.equal(environment['PUBLIC_URL'], 'https://plumbline.example.com')
  assert.equal(environment['INGESTION_MAX_BYTES'], '2147483648')
  assert.equal(environment['METRICS_HOST'], '0.0.0.0')
  assert.equal(server.metadata.annotations?.['prometheus.io/port'], '9464')
  assert.equal(server.spec.terminationGracePeriodSeconds, 80)
  const [worker] = objects.filter(
    ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name.endsWith('worker'),
  )
  assert.equal(worker?.spec?.metrics?.[0]?.external?.metric.name, 'plumbline_tasks_queued')
})

test('rendering twice gives the same text', { skip }, () => {
  for (const values of Object.values(variants)) assert.deepEqual(textsOf(values), textsOf(values))
})

test('values that do not fit together stop with a sentence', { skip }, () => {
  const cases: readonly [Readonly<Record<string, unknown>>, RegExp][] = [
    [
      { mode: 'postgres', files: bucket },
      /mode=postgres requires existingSecret: the name of a secret with DATABASE_URL/,
    ],
    [postgres, /requires files\.s3\.url or files\.existingClaim/],
    [{ ...postgres, files: { ...bucket, existingClaim: 'a' } }, /not both/],
    [{ files: bucket }, /files\.s3\.url requires existingSecret/],
    [{ files: { existingClaim: 'a' } }, /is for mode=postgres/],
    [{ ingress: { enabled: true }, trustedProxies: '10.0.0.0/8' }, /requires ingress\.host/],
    [{ ingress: { enabled: true, host: 'a.example.com' } }, /requires trustedProxies/],
    [{ ...postgres, files: bucket, workers: { autoscaling } }, /requires metrics\.enabled/],
    [{ servers: { autoscaling: { minReplicas: 9 } } }, /must not be larger/],
    [
      { ...postgres, files: bucket, extraEnvFrom: [{ secretRef: { name: 'plumbline-secrets' } }] },
      /must not name existingSecret/,
    ],
  ]
  for (const [values, message] of cases)
    assert.throws(() => textsOf(values), { name: 'ChartRefused', message })
})

test('the schema refuses unknown values, unknown modes and secrets among settings', {
  skip,
}, () => {
  for (const values of [
    { replicas: 2 },
    { mode: 'cluster' },
    { servers: { replicas: 0 } },
    { settings: { ENCRYPTION_KEY: 'x' } },
    { image: { digest: 'latest' } },
  ])
    assert.throws(() => textsOf(values), {
      name: 'ChartRefused',
      message: /values don't meet the specifications of the schema/,
    })
})

test('an object with a field that Kubernetes does not know is refused', { skip }, () => {
  assert.throws(() => textsOf({ extraVolumes: [{ name: 'ca', configmap: { name: 'ca' } }] }), {
    name: 'ChartRefused',
    message: /unknown field "spec\.template\.spec\.volumes\[2\]\.configmap"/,
  })
})

test('notes name the key that must be copied', { skip }, () => {
  const notes = (values: Readonly<Record<string, unknown>>): string =>
    textsOf(values)['plumbline/templates/NOTES.txt'] ?? ''
  assert.match(notes({}), /copy of the encryption key[^]*\/data\/encryption\.key/)
  assert.match(
    notes({ ...postgres, files: bucket }),
    /copy of ENCRYPTION_KEY of the secret plumbline-secrets/,
  )
  assert.match(readFileSync(join(chart, 'templates/NOTES.txt'), 'utf8'), /sign up/)
})
