import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isUnread } from '../../../kit/index.ts'
import { readConfiguration } from './configuration.ts'

const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

const nothing = {
  anonymous_auth: null,
  authorization_mode: null,
  client_ca_file: null,
  event_record_qps: null,
  iptables_chains: null,
  read_only_port: null,
  rotate_certificates: null,
  server_tls_bootstrap: null,
  streaming_timeout: null,
  tls_cert_file: null,
  tls_cipher_suites: null,
  tls_min_version: null,
  tls_private_key_file: null,
}

const codes = (value: unknown) => [
  ...new Set(
    Object.values(readConfiguration(value)).map((one) => (isUnread(one) ? one.code : 'read')),
  ),
]

test('what is not set, set to nothing or empty is null', () => {
  deepEqual(readConfiguration(head), nothing)
  deepEqual(
    readConfiguration(
      `${head}authentication:\nreadOnlyPort: null\ntlsCertFile: ""\ntlsCipherSuites: []\nauthorization: {mode: ""}\n`,
    ),
    nothing,
  )
})

test('what kubeadm writes is read', () => {
  deepEqual(
    readConfiguration(`${head}authentication:
  anonymous:
    enabled: false
  webhook:
    cacheTTL: 0s
    enabled: true
  x509:
    clientCAFile: /etc/kubernetes/pki/ca.crt
authorization:
  mode: Webhook
clusterDNS:
- 10.96.0.10
rotateCertificates: true
streamingConnectionIdleTimeout: 0s
`),
    {
      ...nothing,
      anonymous_auth: false,
      client_ca_file: '/etc/kubernetes/pki/ca.crt',
      authorization_mode: 'Webhook',
      rotate_certificates: true,
      streaming_timeout: '0s',
    },
  )
})

test('every setting is found where the kubelet looks for it', () => {
  deepEqual(
    readConfiguration(
      JSON.stringify({
        apiVersion: 'kubelet.config.k8s.io/v1beta1',
        kind: 'KubeletConfiguration',
        authentication: { anonymous: { enabled: true }, x509: { clientCAFile: '/ca' } },
        authorization: { mode: 'AlwaysAllow' },
        eventRecordQPS: 0,
        makeIPTablesUtilChains: false,
        readOnlyPort: 10_255,
        rotateCertificates: false,
        serverTLSBootstrap: true,
        streamingConnectionIdleTimeout: '5m',
        tlsCertFile: '/crt',
        tlsCipherSuites: ['TLS_AES_128_GCM_SHA256'],
        tlsMinVersion: 'VersionTLS12',
        tlsPrivateKeyFile: '/key',
      }),
    ),
    {
      anonymous_auth: true,
      authorization_mode: 'AlwaysAllow',
      client_ca_file: '/ca',
      event_record_qps: 0,
      iptables_chains: false,
      read_only_port: 10_255,
      rotate_certificates: false,
      server_tls_bootstrap: true,
      streaming_timeout: '5m',
      tls_cert_file: '/crt',
      tls_cipher_suites: ['TLS_AES_128_GCM_SHA256'],
      tls_min_version: 'VersionTLS12',
      tls_private_key_file: '/key',
    },
  )
})

test('a setting of another type is unread, and the others are not', () => {
  const read = readConfiguration(
    `${head}readOnlyPort: "0"\nrotateCertificates: yes\nauthentication: {anonymous: false}\neventRecordQPS: 5`,
  )
  for (const name of ['read_only_port', 'rotate_certificates', 'anonymous_auth'] as const)
    ok(isUnread(read[name]), name)
  equal(isUnread(read.client_ca_file), false)
  equal(read.event_record_qps, 5)
})

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe'].map((pair) => [...pair]))
  bomb.push(`${name}: &${name} [${Array.from({ length: 3 }, () => `*${of}`).join(', ')}]`)

for (const [name, text] of [
  ['is not YAML', `${head}a: [`],
  ['has a name twice', `${head}readOnlyPort: 0\nreadOnlyPort: 10255`],
  ['has two documents', `${head}---\n${head}`],
  [
    'is of another kind',
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: CredentialProviderConfig',
  ],
  [
    'is of a version that is not known',
    'apiVersion: kubelet.config.k8s.io/v1\nkind: KubeletConfiguration',
  ],
  ['is a list', '- a'],
  ['is empty', ''],
  [
    'holds more aliases than anybody writes',
    `${head}${bomb.join('\n')}\ng: [${'*f, '.repeat(30)}]`,
  ],
  [
    'holds aliases that multiply',
    `${head}${bomb.join('\n')}`.replaceAll(
      'x',
      '[y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y]',
    ),
  ],
  ['is too large', `${head}# ${'x'.repeat(300_000)}`],
  ['is nested too deep', `${head}a: ${'['.repeat(100)}${']'.repeat(100)}`],
] as const) {
  test(`nothing is said of a configuration that ${name}`, () =>
    deepEqual(codes(text), ['unreadable_configuration']))
}

test('nothing is said of a ConfigMap without a configuration', () => {
  for (const value of [undefined, null, 5, {}]) deepEqual(codes(value), ['no_configuration'])
})

test('any text is read or unread', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      equal(Object.keys(readConfiguration(head + text)).length, 13)
    }),
  )
})
