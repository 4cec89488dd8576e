import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { ScanProblem } from '../../kit/index.ts'
import { makeAuthority } from '../../testing/certificates.ts'
import { base64 } from '../../testing/kubernetes/index.ts'
import { connectionOf, parseKubeconfig } from './kubeconfig.ts'

const authority = makeAuthority()
const [ann, bob] = [authority.issue('ann'), authority.issue('bob')]
const sound = {
  server: 'https://api.example:6443',
  'certificate-authority-data': base64(authority.ca),
}

interface Changes {
  readonly cluster?: object
  readonly user?: object
  readonly file?: object
}

const written = ({ cluster = {}, user = { token: 'secret-token' }, file = {} }: Changes = {}) =>
  JSON.stringify({
    'current-context': 'prod',
    contexts: [{ name: 'prod', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { ...sound, ...cluster } }],
    users: [{ name: 'u', user }],
    ...file,
  })

const refusedWith = (text: string, says: RegExp, context: string | null = null) =>
  throws(
    () => parseKubeconfig(text, context),
    (error) => {
      ok(error instanceof ScanProblem, String(error))
      ok(says.test(error.detail), error.detail)
      ok(!/secret|PRIVATE|example:6443/.test(error.detail), 'a value of the file is in the message')
      return true
    },
  )

test('a token, a client certificate or a password signs in', () => {
  const { server, tls, authorization } = parseKubeconfig(written(), null)
  deepEqual([server, authorization], ['https://api.example:6443', 'Bearer secret-token'])
  ok(tls.ca?.startsWith('-----BEGIN CERTIFICATE-----\n'))
  const pair = {
    'client-certificate-data': base64(ann.cert),
    'client-key-data': base64(ann.key),
  }
  const certified = parseKubeconfig(written({ user: pair }), null)
  equal(certified.authorization, null)
  deepEqual([certified.tls.cert?.trim(), certified.tls.key], [ann.cert.trim(), ann.key])
  const basic = parseKubeconfig(written({ user: { username: 'ann', password: 'p:w' } }), null)
  equal(basic.authorization, `Basic ${base64('ann:p:w')}`)
})

test('a file of YAML with several contexts is read for the current one, or for the one that is named', () => {
  const yaml = `
apiVersion: v1
current-context: a
contexts:
- {name: a, context: {cluster: one, user: u}}
- {name: b, context: {cluster: two, user: u}}
- {name: c, context: {cluster: two, user: runs}}
clusters:
- {name: one, cluster: {server: https://one.example/k8s/}}
- {name: two, cluster: {server: https://two.example, tls-server-name: API.example}}
users:
- {name: u, user: {token: t, exec: null, as: ""}}
- {name: runs, user: {exec: {command: aws}}}
`
  equal(parseKubeconfig(yaml, null).server, 'https://one.example/k8s')
  const named = parseKubeconfig(yaml, 'b')
  deepEqual([named.context, named.server], ['b', 'https://two.example'])
  deepEqual(named.tls, { servername: 'API.example' })
  refusedWith(yaml, /user\.exec, which would run a command/, 'c')
  refusedWith(yaml, /^The kubeconfig has no context d\.$/, 'd')
})

const refusals: readonly (readonly [what: string, changes: Changes, says: RegExp])[] = [
  ['a command', { user: { exec: { command: 'x' } } }, /user\.exec, which would run a command/],
  ['a plug-in', { user: { 'auth-provider': { name: 'gcp' } } }, /auth-provider.* run a command/],
  ['the file of a token', { user: { tokenFile: '/x' } }, /tokenFile, which refers to a file/],
  ['the file of a certificate', { user: { 'client-certificate': '/x' } }, /refers to a file/],
  [
    'the file of a key',
    { user: { 'client-key': '/x' } },
    /user\.client-key, which refers to a file/,
  ],
  ['another user', { user: { token: 't', as: 'root' } }, /would impersonate another user/],
  ['other groups', { user: { token: 't', 'as-groups': ['a'] } }, /would impersonate another user/],
  ['the file of an authority', { cluster: { 'certificate-authority': '/x' } }, /refers to a file/],
  ['a SOCKS proxy', { cluster: { 'proxy-url': 'socks5://p' } }, /URL of an HTTP proxy/],
  [
    'any server',
    { cluster: { 'insecure-skip-tls-verify': true } },
    /would disable TLS verification/,
  ],
  ['a server without TLS', { cluster: { server: 'http://a.example' } }, /begin with https/],
  ['no server', { cluster: { server: null } }, /must be a URL/],
  ['a server that is no address', { cluster: { server: 'https://' } }, /must be a URL/],
  ['a long server', { cluster: { server: `https://a.example/${'a'.repeat(2_048)}` } }, /2048/],
  [
    'a user in the server',
    { cluster: { server: 'https://u:p@a.example' } },
    /not have a user, query/,
  ],
  [
    'a query',
    { cluster: { server: 'https://a.example/?a' } },
    /not have a user, query or fragment/,
  ],
  [
    'an empty query',
    { cluster: { server: 'https://a.example?' } },
    /not have a user, query or fragment/,
  ],
  [
    'a fragment',
    { cluster: { server: 'https://a.example/#a' } },
    /not have a user, query or fragment/,
  ],
  ['a server that is no text', { cluster: { server: 6_443 } }, /must be text/],
  [
    'a name of a host that is none',
    { cluster: { 'tls-server-name': 'a/b' } },
    /must be a hostname/,
  ],
  [
    'no certificate',
    { cluster: { 'certificate-authority-data': base64('x') } },
    /PEM certificates/,
  ],
  [
    'a broken certificate',
    {
      cluster: {
        'certificate-authority-data': base64(authority.ca.replace(/[A-Z]{3}/g, 'AAA')),
      },
    },
    /PEM certificates|does not parse/,
  ],
  ['no credentials', { user: {} }, /has no credentials/],
  ['empty credentials', { user: { token: '' } }, /has no credentials/],
  ['a token of two lines', { user: { token: 'secret\r\nx-evil: 1' } }, /is not a valid token/],
  ['two ways to sign in', { user: { token: 't', username: 'u', password: 'p' } }, /both a token/],
  ['a name without a password', { user: { username: 'u' } }, /both a .* or neither/],
  ['a name with a colon', { user: { username: 'a:b', password: 'p' } }, /must not contain a colon/],
  [
    'a certificate without its key',
    { user: { 'client-certificate-data': base64(ann.cert) } },
    /both a .* or neither/,
  ],
  [
    'the key of somebody else',
    {
      user: {
        'client-certificate-data': base64(ann.cert),
        'client-key-data': base64(bob.key),
      },
    },
    /does not match its client certificate/,
  ],
  [
    'a key that is none',
    { user: { 'client-certificate-data': base64(ann.cert), 'client-key-data': base64('x') } },
    /must be a base64-encoded PEM private key/,
  ],
  ['no current context', { file: { 'current-context': '' } }, /no current-context/],
  [
    'a context that is not there',
    { file: { 'current-context': 'x' } },
    /current-context that does not exist/,
  ],
  ['no contexts', { file: { contexts: {} } }, /current-context that does not exist/],
  ['no users', { file: { users: null } }, /has no user with the name/],
  [
    'two clusters of one name',
    { file: { clusters: [1, 2].map(() => ({ name: 'c', cluster: sound })) } },
    /several clusters/,
  ],
  [
    'a context whose name does not print',
    { file: { 'current-context': 'a\nb', contexts: [{ name: 'a\nb', context: {} }] } },
    /printable characters/,
  ],
]
for (const [what, changes, says] of refusals)
  test(`a kubeconfig with ${what} is refused with a sentence that repeats nothing of it`, () =>
    refusedWith(written(changes), says))

test('what is no kubeconfig at all is refused', () => {
  refusedWith('[]', /must be a YAML mapping/)
  refusedWith('', /is empty/)
  refusedWith(`${written()}\n---\n${written()}`, /one YAML document/)
  refusedWith(`a: &a [x]\nb: [${Array.from({ length: 50 }, () => '*a').join()}]`, /aliases/)
  refusedWith(`a: ${'x'.repeat(1_000_001)}`, /at most 1000000 bytes/)
  for (const secret of [null, 'x', {}, { kubeconfig_content: 1 }, { kubeconfig_content: '' }])
    throws(() => connectionOf(secret, null), { code: 'invalid_secret' })
})

test('slashes at the end of a server cost no more than they are long', () => {
  const cluster = { server: `https://a.example/k${'/'.repeat(2_000)}x${'/'.repeat(20)}` }
  const { server } = parseKubeconfig(written({ cluster }), null)
  ok(server.endsWith('/x'))
})

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body])
}
const integer = (bytes: number): Buffer => der(0x02, Buffer.alloc(bytes, 0x7f))
const inPem = (label: string, key: Buffer): string =>
  `-----BEGIN ${label}-----\n${key.toString('base64')}\n-----END ${label}-----\n`
const signedInWith = (key: string) => ({
  user: { 'client-certificate-data': base64(ann.cert), 'client-key-data': base64(key) },
})

test('a key that takes long to compute with is refused before that', () => {
  const version = Buffer.from([2, 1, 0])
  const dsa = Buffer.from('06072a8648ce380401', 'hex')
  const algorithm = der(
    0x30,
    dsa,
    der(0x30, integer(4_000), integer(4_000), Buffer.from([2, 1, 5])),
  )
  const discrete = der(0x30, version, algorithm, der(0x04, integer(3_900)))
  const factors = [8, 1, 8, 4_000, 4_000, 4_000, 4_000, 8].map(integer)
  const factored = der(0x30, version, ...factors)
  const cpuBefore = process.threadCpuUsage()
  for (const label of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'DSA PRIVATE KEY'])
    for (const key of [discrete, factored])
      refusedWith(
        written(signedInWith(inPem(label, key))),
        /must be a base64-encoded PEM private key/,
      )
  const long = der(0x30, version, ...[1_100, 1, 1_100, 1, 1, 1, 1, 1].map(integer))
  refusedWith(
    written(signedInWith(inPem('RSA PRIVATE KEY', long))),
    /must be a base64-encoded PEM private key/,
  )
  const unlike = der(0x30, version, ...[200, 1, 200, 400, 1, 400, 1, 1].map(integer))
  refusedWith(
    written(signedInWith(inPem('RSA PRIVATE KEY', unlike))),
    /must be a base64-encoded PEM private key/,
  )
  const { user, system } = process.threadCpuUsage(cpuBefore)
  ok((user + system) / 1_000 < 2_000)
})

test('keys of RSA, of curves and of EdDSA sign in, in the forms that tools write', () => {
  const curve = { namedCurve: 'P-384' }
  const pairs: readonly (readonly [
    key: KeyObject,
    forms: readonly ('pkcs8' | 'pkcs1' | 'sec1')[],
  ])[] = [
    [generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, ['pkcs8', 'pkcs1']],
    [generateKeyPairSync('ec', curve).privateKey, ['pkcs8', 'sec1']],
    [generateKeyPairSync('ed25519').privateKey, ['pkcs8']],
    [generateKeyPairSync('ed448').privateKey, ['pkcs8']],
  ]
  for (const [key, forms] of pairs)
    for (const type of forms) {
      const pem = key.export({ type, format: 'pem' } as never).toString()
      refusedWith(written(signedInWith(pem)), /does not match its client certificate/)
    }
})

test('an authority is not made of thousands of certificates', () => {
  const many = base64(authority.ca.repeat(201))
  refusedWith(
    written({ cluster: { 'certificate-authority-data': many } }),
    /more than 200 certificates/,
  )
})
