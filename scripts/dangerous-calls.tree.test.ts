/** What the product's own code may do only in a few places, or not at all, and where it does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DEFAULT_MIN_VERSION } from 'node:tls'
import { readImports } from './imports.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
/** What ships, without tests and their helpers. */
const paths = sourceFiles(root, ['ts']).filter(
  (path) =>
    /^(cli|server|jsonapi|sse|scanner)\//.test(path) &&
    !/\.(test|moto)\.ts$|\/testing\//.test(path),
)
const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
const sources = paths.map((path): [path: string, text: string] => [
  path,
  withoutComments(readFileSync(join(root, path), 'utf8')),
])
const imports = readImports(root, paths).filter(({ isTypeOnly }) => !isTypeOnly)

/** Each match of a pattern, by the file that it is in. */
const calls = (pattern: RegExp): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    sources.flatMap(([path, text]) => {
      const found = new Set([...text.matchAll(pattern)].map((match) => match[1] ?? match[0]))
      return found.size > 0 ? [[path, [...found].toSorted()]] : []
    }),
  )
const importers = (specifiers: RegExp): readonly string[] => [
  ...new Set(imports.filter(({ specifier }) => specifiers.test(specifier)).map(({ from }) => from)),
]

const asCode = /\beval\s*\(|\bnew Function\b|\bimport\(\s*[^'"\s]/g
const guessable = /\bMath\.random\b/g
const algorithm =
  /\b(?:algorithm: |(?:createHash|createHmac|createCipheriv|createDecipheriv|createSign|createVerify|hkdfSync|pbkdf2Sync|generateKeyPair(?:Sync)?\)?)\(\s*)'([^']+)'/g

test('the server starts no program except the bundler of its app, and evaluates no text as code', () => {
  assert.ok(paths.length > 300)
  // The app is built by its bundler, a program among our packages, before anything is served;
  // and the action of a GitHub workflow runs the scanner with its own arguments, by no shell.
  const starters = /^(node:)?(child_process|cluster|vm|repl|inspector)(\/|$)/
  assert.deepEqual(importers(starters), ['cli/github-action.ts', 'cli/web-app.ts'])
  assert.deepEqual(calls(asCode), {})
})

/** The files in the first column under a heading of the page of protections. */
function namedUnder(heading: string): readonly string[] {
  const page = readFileSync(join(root, 'docs/security/protections.md'), 'utf8')
  const section = page.split('\n## ').find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path).toSorted()
}

test('outbound connections start only in the files that protections.md lists', () => {
  const clients = /^(node:)?(https|http2|tls|dgram)$|^(undici|pg|iovalkey|nodemailer)$/
  assert.deepEqual(importers(clients).toSorted(), namedUnder('Outgoing connections'))
  // The command line calls the address that its user entered.
  assert.deepEqual(Object.keys(calls(/(?<![.\w])fetch\(/g)), [
    'cli/demo-client.ts',
    'cli/import.ts',
    'cli/mcp/call.ts',
  ])
})

test('the server writes logs only in the places that protections.md lists', () => {
  const writes = /\bconsole\.\w+\(|\bprocess\.std(?:out|err)\b|\bpino\(|insert into audit_events\b/g
  // The command line prints its output to the terminal.
  const writers = Object.keys(calls(writes)).filter((path) => !path.startsWith('cli/'))
  assert.deepEqual(writers, namedUnder('Logs and audit log'))
})

test('secret values never come from Math.random, which only spreads delays', () => {
  assert.deepEqual(Object.keys(calls(guessable)), [
    'scanner/engine/http.ts',
    'server/platform/aws/bucket.ts',
    'server/platform/aws/credentials.ts',
    'server/platform/db/retry.ts',
    'server/platform/streams/streams.ts',
    'server/platform/valkey/connect.ts',
    'server/targets/security-hub/security-hub.ts',
    'sse/client/listen.ts',
    'sse/hub.ts',
  ])
})

test('secret values have at least 128 random bits', () => {
  const drawn = calls(/\brandomBytes\(\s*([^)]*?)\s*\)/g)
  const literal = Object.values(drawn)
    .flat()
    .filter((one) => /^\d+$/.test(one))
  assert.ok(literal.length > 6)
  assert.deepEqual(
    literal.filter((one) => Number(one) < 16),
    [],
  )
  const others = Object.entries(drawn).filter(([, all]) => all.some((one) => !/^\d+$/.test(one)))
  assert.deepEqual(Object.fromEntries(others), {
    'server/platform/auth/api-keys.ts': ['count'], // its own test counts the bits
    'server/platform/vault/seal.ts': ['ivBytes'], // a nonce, which is no secret
  })
  // A UUID has 122 bits: those that are drawn number tokens, which a signature guards.
  assert.deepEqual(Object.keys(calls(/\brandomUUID\b/g)), [
    'scanner/providers/okta/tokens.ts',
    'server/platform/auth/tokens.ts',
  ])
})

test('hashes are SHA-256 and ciphers AES-256-GCM, except for authenticator apps and keys of users', () => {
  const sound = new Set(['sha256', 'aes-256-gcm', 'rsa', 'ec', 'Ed25519'])
  const found = calls(algorithm)
  const others = Object.entries(found).filter(([, names]) => !names.every((one) => sound.has(one)))
  assert.ok(Object.keys(found).length > 10)
  assert.deepEqual(Object.fromEntries(others), {
    'scanner/kit/encrypted-key.ts': ['md5'], // decrypts keys in an older format of OpenSSL
    'server/platform/auth/totp.ts': ['SHA1'],
  })
})

test('the algorithms in use are those in keys-and-data.md', () => {
  const page = readFileSync(join(root, 'docs/security/keys-and-data.md'), 'utf8')
  const section = page.split('\n## ').find((part) => part.startsWith('Algorithms')) ?? ''
  const documented = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  const used = new Set(Object.values(calls(algorithm)).flat())
  // Node knows no argon2id yet: a library does, with its number.
  assert.deepEqual(documented.toSorted(), [...used, 'argon2id'].toSorted())
  assert.deepEqual(Object.keys(calls(/\balgorithm: 2\b/g)), ['server/platform/auth/passwords.ts'])
})

test('cryptography comes only from Node and the listed libraries', () => {
  const libraries =
    /crypt|argon|jose|saml|openid|oauth|otp|bcrypt|tweetnacl|forge|sodium|jsonwebtoken/i
  const used = imports.map(({ specifier }) => specifier).filter((one) => !one.startsWith('.'))
  assert.deepEqual([...new Set(used.filter((one) => libraries.test(one)))].toSorted(), [
    '@node-rs/argon2',
    '@node-saml/node-saml',
    'jose',
    'node:crypto',
    'openid-client',
    'otpauth',
  ])
})

test('the server imports no code for tests, the demo or generated tenants', () => {
  const every = readImports(root, sourceFiles(root, ['ts']))
  const reached = new Set([
    'cli/serve.ts',
    'server/main.ts',
    'server/features/scans/scan-thread.ts',
  ])
  for (const from of reached) {
    for (const one of every) if (one.from === from && one.to && !one.isTypeOnly) reached.add(one.to)
  }
  assert.ok(reached.size > 400, String(reached.size))
  const extra = [...reached].filter((path) => /\/testing\/|\.test\.ts$|demo|\/seed\//.test(path))
  assert.deepEqual(extra, [])
})

test('TLS uses the versions (1.2 and newer) and ciphers of Node, and always verifies certificates', () => {
  assert.equal(DEFAULT_MIN_VERSION, 'TLSv1.2')
  const lowers =
    /\b(minVersion|maxVersion|secureProtocol|secureOptions|ciphers|checkServerIdentity|rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED)\b/g
  // Checks read what others have set; their folders make no connection.
  const own = Object.entries(calls(lowers)).filter(
    ([path]) => !/^scanner\/providers\/aws\/[a-z0-9]+\//.test(path),
  )
  assert.deepEqual(Object.fromEntries(own), {
    // Calls Node's own check, for a name that is not the host's; its tests try wrong certificates.
    'scanner/engine/egress.ts': ['checkServerIdentity'],
    // Reads the variable, to warn the operator of it.
    'server/internal-addresses.ts': ['NODE_TLS_REJECT_UNAUTHORIZED'],
  })
})

test('planted calls would be found', () => {
  const matches = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0
  for (const text of ['eval (input)', 'new Function(input)', 'await import(input)'])
    assert.ok(matches(asCode, text), text)
  for (const text of ['evaluate(input)', "await import('./a.ts')"])
    assert.ok(!matches(asCode, text), text)
  assert.ok(matches(guessable, 'const token = Math.random()'))
  for (const text of ["createHash('md5')", "createCipheriv(\n  'aes-128-ecb', key)"])
    assert.ok(matches(algorithm, text), text)
})
