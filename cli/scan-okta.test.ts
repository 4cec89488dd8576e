/** `plumbline scan okta`: what it signs in with, and what it prints. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  acmeOrg,
  clientId,
  everyScope,
  type FixtureOkta,
  privateKeys,
  startFixtureOkta,
} from '@plumbline/scanner/testing/okta'
import { processFlags } from '@plumbline/server/testing'
import { refusal } from './testing/refusal.ts'
import { main } from './testing/program.ts'

let organization: FixtureOkta
let folder = ''
before(async () => {
  organization = await startFixtureOkta({ state: acmeOrg() })
  folder = mkdtempSync(join(tmpdir(), 'plumbline-okta-'))
})
after(async () => {
  await organization.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const noCredentials = { OKTA_CLIENT_ID: '', OKTA_PRIVATE_KEY: '', OKTA_DOMAIN: '' }

function plumbline(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly out: string; readonly error: string }> {
  const env = {
    ...process.env,
    ...noCredentials,
    OKTA_ENDPOINT_URL: organization.url,
    ...environment,
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...processFlags, main, 'scan', 'okta', ...args],
      { env, maxBuffer: 1e8 },
      (_, out, error) => resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })
}

const one = ['--checks', 'systemlog_streaming_enabled', '--fail-on', 'never']

test('an organization is scanned with a key of the environment or of a file', async () => {
  const key = file('key.pem', privateKeys.pem)
  for (const [args, environment] of [
    [['--domain', 'ACME.okta.com', '--client-id', clientId, '--private-key-file', key], {}],
    [
      [],
      { OKTA_DOMAIN: 'acme.okta.com', OKTA_CLIENT_ID: clientId, OKTA_PRIVATE_KEY: privateKeys.jwk },
    ],
  ] as const) {
    const { status, out, error } = await plumbline([...args, ...one], environment)
    assert.equal(status, 0, error)
    assert.match(
      error,
      /^Signing in to the organization …\nScanning organization acme\.okta\.com …\n/,
    )
    assert.match(error, /^assessed 1 of 1 checks/m)
    assert.match(out, /systemlog_streaming_enabled/)
  }
})

test('what cannot be used is said in a sentence, and nothing is sent', async () => {
  const asked = organization.calls.length
  const app = { OKTA_CLIENT_ID: clientId, OKTA_PRIVATE_KEY: privateKeys.pem }
  const acme = ['--domain', 'acme.okta.com']
  const keyIn = (path: string) => [...acme, '--client-id', clientId, '--private-key-file', path]
  for (const [args, environment, status, says] of [
    [acme, {}, 1, /A client ID is required: set OKTA_CLIENT_ID/],
    [acme, { OKTA_CLIENT_ID: clientId }, 1, /A private key is required: set OKTA_PRIVATE_KEY/],
    [keyIn(join(folder, 'none')), {}, 1, /none cannot be read: ENOENT/],
    [keyIn('/dev/zero'), {}, 1, /is too large for a private key/],
    [keyIn(file('text', 'hello')), {}, 1, /The private key is not in PEM format/],
    [[], app, 1, /must be a domain such as acme\.okta\.com/],
    [['--domain', 'acme.example.com'], app, 1, /must be a domain such as/],
    [[...acme, '--account', '1'], app, 2, /^There is no option --account\. Options: .*--domain/],
  ] as const) {
    const ended = await refusal(['scan', 'okta', ...args], {
      ...noCredentials,
      OKTA_ENDPOINT_URL: organization.url,
      ...environment,
    })
    assert.equal(ended.status, status, ended.error)
    assert.match(ended.error, says)
    assert.doesNotMatch(ended.error, /BEGIN|hello/)
  }
  assert.equal(organization.calls.length, asked)
})

test('--policy prints the scopes and the admin role that a scan takes, and signs nobody in', async () => {
  const asked = organization.calls.length
  const { status, out, error } = await plumbline(['--policy'])
  assert.equal(status, 0, error)
  const scopes = out.split('\n').filter((line) => line.startsWith('okta.'))
  assert.deepEqual(
    scopes,
    everyScope.filter((scope) => scope !== 'okta.users.read'),
  )
  assert.match(out, /Admin role: .*: Read-Only Administrator$/m)
  assert.match(out, /okta\.apiTokens\.read and okta\.roles\.read only to a Super Administrator/)
  const few = await plumbline(['--policy', '--checks', 'systemlog_streaming_enabled'])
  assert.deepEqual(
    few.out.split('\n').filter((line) => line.startsWith('okta.')),
    ['okta.logStreams.read'],
  )
  assert.doesNotMatch(few.out, /Super Administrator/)
  assert.equal(organization.calls.length, asked)
})
