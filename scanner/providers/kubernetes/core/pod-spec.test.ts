import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isUnread, Withheld } from '../../../kit/index.ts'
import { readPodSpec } from './pod-spec.ts'
import type { Container } from './resources.ts'

const read = (container: object, pod: object = {}): Container => {
  const [first] = readPodSpec({ containers: [{ name: 'a', ...container }], ...pod }).containers
  ok(first)
  return first
}

test('a pod that sets nothing has the defaults of the API', () => {
  deepEqual(readPodSpec({ containers: [{ name: 'a', image: 'web:1' }] }), {
    windows: false,
    runs_to_end: false,
    host_ipc: false,
    host_network: false,
    host_pid: false,
    host_paths: [],
    containers: [
      {
        name: 'a',
        role: 'container',
        image: 'web:1',
        requests: { cpu: null, memory: null },
        limits: { cpu: null, memory: null },
        liveness_probe: false,
        readiness_probe: false,
        host_ports: [],
        env_secrets: [],
        privileged: false,
        allow_privilege_escalation: null,
        added_capabilities: [],
        dropped_capabilities: [],
        read_only_root: false,
        run_as_user: null,
        run_as_non_root: false,
        seccomp_profile: null,
        host_process: false,
      },
    ],
  })
})

test('every kind of container is read with its part in the pod', () => {
  const { containers } = readPodSpec({
    containers: [{ name: 'web' }],
    initContainers: [{ name: 'migrate' }, { name: 'mesh', restartPolicy: 'Always' }],
    ephemeralContainers: [{ name: 'shell' }],
  })
  deepEqual(
    containers.map(({ name, role }) => [name, role]),
    [
      ['web', 'container'],
      ['migrate', 'init'],
      ['mesh', 'sidecar'],
      ['shell', 'ephemeral'],
    ],
  )
})

const affinity = (...terms: readonly (readonly string[])[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: terms.map((values) => ({
          matchExpressions: [
            { key: 'disk', operator: 'Exists' },
            { key: 'kubernetes.io/os', operator: 'In', values },
          ],
        })),
      },
    },
  },
})

for (const [name, spec, windows] of [
  ['its operating system', { os: { name: 'windows' } }, true],
  ['its node selector', { nodeSelector: { 'kubernetes.io/os': 'windows' } }, true],
  ['its old node selector', { nodeSelector: { 'beta.kubernetes.io/os': 'windows' } }, true],
  ['its affinity', affinity(['windows']), true],
  ['an affinity that is met by other nodes too', affinity(['windows', 'linux']), false],
  ['one of its affinities', affinity(['windows'], ['linux']), false],
  ['no affinity', affinity(), false],
  ['Linux, whatever its affinity says', { os: { name: 'linux' }, ...affinity(['windows']) }, false],
  ['neither', { nodeSelector: { disk: 'ssd' } }, false],
  [
    'Linux, whatever its node selector says',
    { os: { name: 'linux' }, nodeSelector: { 'kubernetes.io/os': 'windows' } },
    false,
  ],
] as const) {
  test(`a pod is a Windows pod by ${name}: ${windows}`, () =>
    equal(readPodSpec({ containers: [{ name: 'a' }], ...spec }).windows, windows))
}

for (const [restartPolicy, toEnd] of [
  [undefined, false],
  ['Always', false],
  ['OnFailure', true],
  ['Never', true],
] as const) {
  test(`a pod with the restart policy ${restartPolicy} ${toEnd ? 'is to end' : 'goes on'}`, () =>
    equal(readPodSpec({ containers: [{ name: 'a' }], restartPolicy }).runs_to_end, toEnd))
}

test('paths of the node, host ports and Secrets of the environment are found', () => {
  deepEqual(
    readPodSpec({
      containers: [{ name: 'a' }],
      volumes: [{ name: 'x', emptyDir: {} }, { hostPath: { path: '/' } }, { hostPath: null }],
    }).host_paths,
    ['/'],
  )
  const it = read({
    ports: [{ containerPort: 80 }, { hostPort: 0 }, { hostPort: 443 }],
    env: [
      { name: 'A', value: 'not read' },
      { name: 'B', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      { name: 'C', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
    ],
    envFrom: [{ configMapRef: { name: 'settings' } }, { secretRef: { name: 'queue' } }],
  })
  deepEqual(it.host_ports, [443])
  deepEqual(it.env_secrets, ['database', 'queue'])
  ok(!JSON.stringify(it).includes('not read'))
})

test('amounts of a container come before those of its pod, and zero is none', () => {
  const resources = { limits: { cpu: '2', memory: '0' }, requests: { cpu: 1 } }
  deepEqual(read({ resources: { limits: { cpu: '500m' } } }, { resources }).limits, {
    cpu: '500m',
    memory: null,
  })
  deepEqual(read({}, { resources }).limits, { cpu: '2', memory: null })
  deepEqual(read({}, { resources }).requests, { cpu: '1', memory: null })
  for (const zero of ['0', '0m', '0Gi', '0.0', 0])
    equal(read({ resources: { limits: { cpu: zero } } }).limits.cpu, null)
})

test('a probe without a handler is none', () => {
  equal(read({ livenessProbe: {} }).liveness_probe, false)
  equal(read({ livenessProbe: { tcpSocket: { port: 80 } } }).liveness_probe, true)
})

test('capabilities are read as the runtime takes them', () => {
  const it = read({
    securityContext: { capabilities: { add: ['cap_sys_admin'], drop: ['all', 'CAP_NET_RAW'] } },
  })
  deepEqual(it.added_capabilities, ['SYS_ADMIN'])
  deepEqual(it.dropped_capabilities, ['ALL', 'CAP_NET_RAW'])
})

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const context = fc.record({
  runAsUser: optional(fc.integer({ min: 0, max: 3 })),
  runAsNonRoot: optional(fc.boolean()),
  seccompProfile: optional(
    fc.record({ type: fc.constantFrom('RuntimeDefault', 'Localhost', 'Unconfined') }),
  ),
  windowsOptions: optional(fc.record({ hostProcess: optional(fc.boolean()) })),
})

test('what a container sets beats what its pod sets, member by member', () => {
  fc.assert(
    fc.property(context, context, (own, ofPod) => {
      const it = read({ securityContext: own }, { securityContext: ofPod })
      equal(it.run_as_user, own.runAsUser ?? ofPod.runAsUser ?? null)
      equal(it.run_as_non_root, own.runAsNonRoot ?? ofPod.runAsNonRoot ?? false)
      equal(it.seccomp_profile, own.seccompProfile?.type ?? ofPod.seccompProfile?.type ?? null)
      equal(
        it.host_process,
        own.windowsOptions?.hostProcess ?? ofPod.windowsOptions?.hostProcess ?? false,
      )
    }),
  )
})

test('privileges of the pod itself are not a container’s: the API has none there', () => {
  const it = read({}, { securityContext: { privileged: true, readOnlyRootFilesystem: true } })
  equal(it.privileged, false)
  equal(it.read_only_root, false)
})

for (const spec of [
  undefined,
  {},
  [],
  'containers',
  { containers: [] },
  { containers: {} },
  { containers: [null] },
  { containers: [{}] },
  { containers: [{ name: 'a', securityContext: { privileged: 'true' } }] },
  { containers: [{ name: 'a', securityContext: [] }] },
  { containers: [{ name: 'a', securityContext: { runAsUser: '0' } }] },
  { containers: [{ name: 'a', securityContext: { capabilities: { drop: 'ALL' } } }] },
  { containers: [{ name: 'a', securityContext: { seccompProfile: {} } }] },
  { containers: [{ name: 'a', ports: [{ hostPort: '80' }] }] },
  { containers: [{ name: 'a' }], hostPID: 'yes' },
  { containers: [{ name: 'a' }], volumes: [{ hostPath: {} }] },
]) {
  test(`a spec that is not in the form of the API is unread: ${JSON.stringify(spec)}`, () => {
    throws(
      () => readPodSpec(spec),
      (thrown) => thrown instanceof Withheld && isUnread(thrown.cause),
    )
  })
}

test('any JSON is read, or unread', () => {
  const anything = fc.jsonValue({ maxDepth: 3 })
  const spec = fc.record(
    {
      containers: fc.array(
        fc.record(
          {
            name: fc.oneof(fc.string(), anything),
            image: anything,
            securityContext: anything,
            resources: anything,
            env: anything,
            ports: anything,
          },
          { requiredKeys: [] },
        ),
      ),
      volumes: anything,
      securityContext: anything,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(spec, anything), (value) => {
      try {
        ok(readPodSpec(value).containers.length > 0)
      } catch (thrown) {
        ok(thrown instanceof Withheld)
      }
    }),
  )
})

test('texts are cut where they are too long, and hold no control characters', () => {
  equal(read({ image: 'a\u001b[2J\u0000:1\ud800' }).image, 'a\ufffd[2J\ufffd:1\ufffd')
  equal(read({ image: 'x'.repeat(5_000) }).image.length, 1_000)
})
