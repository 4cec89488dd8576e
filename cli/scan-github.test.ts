/** `plumbline scan github`: what it signs in with, and what it prints. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  allPermissions,
  emptyGitHub,
  type FixtureGitHub,
  soundRepository,
  startFixtureGitHub,
} from '@plumbline/scanner/testing/github'
import { processFlags } from '@plumbline/server/testing'
import { refusal } from './testing/refusal.ts'
import { main } from './testing/program.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
let fixture: FixtureGitHub
let folder = ''
let keyFile = ''
before(async () => {
  const whole = { selection: 'all' as const, suspended: false, permissions: allPermissions }
  const installations = [{ id: 5, account: 'octo-org', ...whole }]
  fixture = await startFixtureGitHub({
    ...emptyGitHub(),
    app: { id: 77, key: publicKey, installations },
    repositories: [soundRepository(1), soundRepository(2, { owner: 'octocat' })],
  })
  folder = mkdtempSync(join(tmpdir(), 'plumbline-github-'))
  keyFile = join(folder, 'key.pem')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
})
after(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const noCredentials = { GITHUB_TOKEN: '', GITHUB_APP_ID: '', GITHUB_APP_KEY_FILE: '' }

function plumbline(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly out: string; readonly error: string }> {
  const env = { ...process.env, ...noCredentials, GITHUB_API_URL: fixture.url, ...environment }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...processFlags, main, 'scan', 'github', ...args],
      { env, maxBuffer: 1e8 },
      (_, out, error) => resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })
}

test('an account is scanned with a token, or as an app by options or the environment', async () => {
  const app = { GITHUB_APP_ID: '77', GITHUB_APP_KEY_FILE: keyFile }
  for (const [args, environment, account] of [
    [['--account', 'octo-org'], { GITHUB_TOKEN: 'ghp_classic' }, 'octo-org'],
    [[], { GITHUB_TOKEN: 'ghp_classic' }, 'octocat'],
    [['--app-id', '77', '--app-key', keyFile], {}, 'octo-org'],
    [['--account', 'octo-org'], app, 'octo-org'],
  ] as const) {
    const { status, error } = await plumbline([...args, '--fail-on', 'never'], environment)
    assert.equal(status, 0, error)
    assert.match(error, new RegExp(`^Signing in to GitHub …\nScanning account ${account} …\n`))
  }
})

test('what cannot be used is said in a sentence, and nothing is sent', async () => {
  const asked = fixture.calls.length
  for (const [args, environment, status, says] of [
    [[], {}, 1, /No GitHub credentials were found: set GITHUB_TOKEN, or pass --app-id/],
    [['--app-id', '77'], {}, 2, /A GitHub App requires both/],
    [['--app-id', '77', '--app-key', join(folder, 'none')], {}, 1, /none cannot be read: ENOENT/],
    [['--app-id', '77', '--app-key', main], {}, 1, /is not in PEM format/],
    [['--kubeconfig', 'x'], {}, 2, /^There is no option --kubeconfig\. Options: .*--app-id/],
  ] as const) {
    const ended = await refusal(['scan', 'github', ...args], {
      ...noCredentials,
      GITHUB_API_URL: fixture.url,
      ...environment,
    })
    assert.equal(ended.status, status, ended.error)
    assert.match(ended.error, says)
  }
  assert.equal(fixture.calls.length, asked)
})

test('credentials that do not reach the account end the scan with a sentence, not with an empty one', async () => {
  const { status, out, error } = await plumbline(['--account', 'nobody'], {
    GITHUB_TOKEN: 'ghp_classic',
  })
  assert.deepEqual([status, out], [1, ''])
  assert.match(
    error,
    /\nThe token belongs to octocat, who cannot see an account nobody on GitHub\.\n$/,
  )
})

test('its findings are written in every format', async () => {
  for (const output of ['table', 'json', 'ocsf', 'sarif']) {
    const args = ['--account', 'octo-org', '--output', output, '--fail-on', 'never']
    const { status, out, error } = await plumbline(args, { GITHUB_TOKEN: 'ghp_classic' })
    assert.equal(status, 0, error)
    assert.match(error, /^assessed \d+ of \d+ /m)
    if (output === 'ocsf' || output === 'sarif') JSON.parse(out)
  }
})

test('--policy names the permissions that are needed, and signs nobody in', async () => {
  const asked = fixture.calls.length
  const { status, out, error } = await plumbline(['--policy'])
  assert.equal(status, 0, error)
  assert.match(out, /^administration:read +Repository: Administration, read +repo$/m)
  assert.match(error, /^Permissions of fine-grained tokens and apps/)
  assert.equal(fixture.calls.length, asked)
})
