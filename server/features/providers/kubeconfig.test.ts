import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { rebuildKubeconfig } from './kubeconfig.ts'
import { Refusal } from './secret-shape.ts'
import { maxYaml } from './yaml-document.ts'

type Part = Readonly<Record<string, unknown>>
const config = ({
  cluster = {},
  context = {},
  user = {},
  more = {},
}: Readonly<Record<string, Part>>) => ({
  apiVersion: 'v1',
  kind: 'Config',
  preferences: { colors: true },
  'current-context': 'here',
  clusters: [{ name: 'c', cluster: { server: 'https://10.0.0.1:6443', ...cluster } }],
  contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', ...context } }],
  users: [{ name: 'u', user: { token: 't0ken', ...user } }],
  ...more,
})
const rebuilt = (value: unknown): unknown => JSON.parse(rebuildKubeconfig(JSON.stringify(value)))
const refuses = (text: string, says: RegExp): void =>
  assert.throws(
    () => rebuildKubeconfig(text),
    (error) => error instanceof Refusal && says.test(error.message),
    text.slice(0, 300),
  )

test('a kubeconfig is stored with what says where and who, and without the rest', () => {
  assert.deepEqual(
    rebuilt(
      config({
        cluster: { 'certificate-authority-data': 'QUJD', extensions: [{ name: 'x' }] },
        context: { namespace: 'default' },
        user: { 'client-certificate-data': 'QQ==', 'client-key-data': 'QQ==', surprise: 1 },
      }),
    ),
    {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'here',
      clusters: [
        {
          name: 'c',
          cluster: { server: 'https://10.0.0.1:6443', 'certificate-authority-data': 'QUJD' },
        },
      ],
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', namespace: 'default' } }],
      users: [
        {
          name: 'u',
          user: { token: 't0ken', 'client-certificate-data': 'QQ==', 'client-key-data': 'QQ==' },
        },
      ],
    },
  )
})

test('YAML as kubectl writes it is read, anchors too', () => {
  const text = `
apiVersion: v1
kind: Config
clusters:
- name: c
  cluster: &where
    server: https://10.0.0.1
- name: d
  cluster: *where
contexts:
- context:
    cluster: d
    user: u
  name: here
current-context: here
users:
- name: u
  user:
    username: admin
    password: "007"
`
  const read = JSON.parse(rebuildKubeconfig(text)) as { clusters: unknown[] }
  assert.equal(read.clusters.length, 2)
})

const refused: readonly [says: string, part: 'cluster' | 'user', member: Part, why: RegExp][] = [
  [
    'a program',
    'user',
    { exec: { command: 'id', apiVersion: 'x' } },
    /users\[0\]\.user\.exec would run/,
  ],
  [
    'an auth provider with a command',
    'user',
    { 'auth-provider': { name: 'gcp', config: { 'cmd-path': '/bin/sh' } } },
    /auth-provider would run/,
  ],
  ['a token file', 'user', { tokenFile: '/etc/passwd' }, /tokenFile refers to a file/],
  ['a certificate file', 'user', { 'client-certificate': '/etc/x' }, /refers to a file/],
  ['a key file', 'user', { 'client-key': '/etc/x' }, /refers to a file/],
  ['another user', 'user', { as: 'system:admin' }, /would impersonate another user/],
  ['an authority file', 'cluster', { 'certificate-authority': '/etc/ca' }, /refers to a file/],
  ['a proxy', 'cluster', { 'proxy-url': 'http://10.0.0.2' }, /through a proxy/],
  ['any server', 'cluster', { 'insecure-skip-tls-verify': true }, /disable TLS verification/],
]
for (const [says, part, member, why] of refused) {
  test(`a kubeconfig with ${says} is refused, and the sentence names the place`, () => {
    refuses(JSON.stringify(config({ [part]: member })), why)
  })
}

test('what is switched off asks for nothing', () => {
  rebuilt(config({ cluster: { 'insecure-skip-tls-verify': false, 'proxy-url': '' } }))
})

const broken: readonly [says: string, text: string, why: RegExp][] = [
  ['no YAML', 'a: [', /must be YAML/i],
  ['a list', '[1]', /mapping/],
  ['text', 'kubeconfig', /mapping/],
  ['a key twice', '{"users": [], "users": []}', /without duplicate keys/],
  ['nothing', '{}', /at least one cluster/],
  [
    'a server that is a file',
    JSON.stringify(config({ cluster: { server: 'file:///etc' } })),
    /must be a valid URL/,
  ],
  ['a token that is a number', JSON.stringify(config({ user: { token: 7 } })), /must be a string/],
  ['a context of nobody', JSON.stringify(config({ context: { user: 'x' } })), /refers to a user/],
  [
    'no such context',
    JSON.stringify(config({ more: { 'current-context': 'x' } })),
    /current-context must be the name of a context/,
  ],
  [
    'a user without a name',
    JSON.stringify(config({ more: { users: [{ user: {} }] } })),
    /users\[0\]/,
  ],
  ['ten thousand levels', '['.repeat(10_000), /YAML/],
]
for (const [says, text, why] of broken) {
  test(`a kubeconfig that is ${says} is refused`, () => refuses(text, why))
}

test('a short text that expands to a huge one is refused at once', () => {
  const levels = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 12; level += 1) {
    const before = Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')
    levels.push(`a${level}: &a${level} [${before}]`)
  }
  const cpuBefore = process.threadCpuUsage()
  refuses(levels.join('\n'), /aliases/)
  const { user, system } = process.threadCpuUsage(cpuBefore)
  assert.ok((user + system) / 1_000 < 1_000)
})

test('any kubeconfig is stored without commands and file references, and stays valid when parsed again', () => {
  const words =
    'exec auth-provider tokenFile token server name user client-key as proxy-url cluster __proto__ constructor'
  const word = fc.constantFrom(...words.split(' '), 'certificate-authority', 'password')
  const value = fc.oneof(fc.string(), fc.constant('/etc/passwd'), fc.boolean(), fc.constant(null))
  const part = fc.dictionary(word, fc.oneof(value, fc.dictionary(word, value, { maxKeys: 3 })), {
    maxKeys: 3,
  })
  const generated = fc.record({ cluster: part, context: part, user: part, more: part })
  const allowed =
    /^(apiVersion|kind|current-context|clusters|contexts|users|name|cluster|context|user|server|token|namespace|username|password|certificate-authority-data|tls-server-name|client-certificate-data|client-key-data|\d+|)$/
  fc.assert(
    fc.property(generated, (parts) => {
      let rebuilt: string
      try {
        rebuilt = rebuildKubeconfig(JSON.stringify(config(parts)))
      } catch (error) {
        return error instanceof Refusal
      }
      JSON.parse(rebuilt, (key, inner: unknown) => {
        assert.match(key, allowed)
        return inner
      })
      return rebuildKubeconfig(rebuilt) === rebuilt
    }),
    { numRuns: 500 },
  )
})

test('a text with more names than the bound is refused, one within it is read', () => {
  const users = (count: number) => {
    const many = Array.from({ length: count }, (_, at) => ({
      name: `u${at}`,
      user: { token: 'x' },
    }))
    return JSON.stringify(config({ more: { users: [{ name: 'u', user: {} }, ...many] } }))
  }
  rebuildKubeconfig(users(600))
  assert.ok(users(2_000).length < maxYaml)
  refuses(users(2_000), /at most 16000 tokens/)
})
