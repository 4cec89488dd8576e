import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processDatabase, processFlags, withoutLimits } from '@plumbline/server/testing'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let cloud: FixtureCloud
let dataDir = ''
before(async () => {
  cloud = await startFixtureCloud({ accounts: [demoAccount()] })
  dataDir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
})
after(async () => {
  for (const { child, status } of started) {
    child.kill('SIGKILL') // nothing, when it has left already
    await status
  }
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Ran {
  readonly child: ChildProcess
  readonly out: () => string
  readonly error: () => string
  /** What it wrote at first. */
  readonly first: () => string
  readonly status: Promise<number | null>
}
const started: Ran[] = []
function plumbline(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Ran {
  const { DATABASE_URL: _url, POSTGRES_HOST: _host, ...inherited } = process.env
  const child = spawn(process.execPath, [...processFlags, main, ...args], {
    env: {
      ...inherited,
      ...withoutLimits,
      LOG_LEVEL: 'warn',
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const complained: string[] = []
  let first = ''
  for (const [stream, parts] of [
    [child.stdout, said],
    [child.stderr, complained],
  ] as const) {
    stream.on('data', (part: Buffer) => {
      first ||= part.toString()
      parts.push(part.toString())
    })
  }
  const status = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ran: Ran = {
    child,
    out: () => said.join(''),
    error: () => complained.join(''),
    first: () => first,
    status,
  }
  started.push(ran)
  return ran
}
async function says(
  { out, error, child }: Ran,
  pattern: RegExp,
  withinMs = 60_000,
): Promise<RegExpExecArray> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(20)) {
    const found = pattern.exec(out())
    if (found) return found
    assert.equal(child.exitCode, null, `it exited: ${out()}${error()}`)
  }
  throw new Error(`It did not say ${String(pattern)}: ${out()}${error()}`)
}

const wrong: [args: string[], environment: Record<string, string>, status: number, says: RegExp][] =
  [
    [['fly'], {}, 2, /There is no command "fly"\.[\s\S]*Usage: plumbline/],
    [['constructor'], {}, 2, /There is no command "constructor"/],
    [['serve', '--fast'], {}, 2, /^There is no option --fast\. Known: none\.\n$/],
    [['serve', 'now'], {}, 2, /^There is no option now\. Known: none\.\n$/],
    [['worker', 'now'], {}, 2, /^There is no option now\. Known: none\.\n$/],
    [['migrate', 'now'], {}, 2, /^There is no option now\. Known: none\.\n$/],
    [['demo', 'exit'], {}, 2, /^There is no option exit\. Known: --exit, --only\.\n$/],
    [['demo', '--only', 'azure'], {}, 2, /^--only takes aws, github, or okta, not "azure"\.\n$/],
    [['restore', 'x', '--replace=no'], {}, 2, /^--replace takes no value\.\n$/],
    [['audit'], {}, 2, /^Usage: plumbline audit verify .*\n {7}plumbline audit heads .*\n$/],
    [['audit', 'verify'], {}, 1, /^There is no database in .*\.\n$/],
    [['audit', 'heads'], {}, 1, /^There is no database in .*\.\n$/],
    [['users', 'show', 'a@example.com'], {}, 1, /^There is no database in .*\.\n$/],
    [['restore', main], { DATA_DIR: main }, 1, /^.*main\.ts cannot be used: .*\.\n$/],
    [['demo', '--exits'], {}, 2, /^There is no option --exits\. Known: --exit, --only\.\n$/],
    [['scan'], {}, 2, /^Usage: plumbline scan aws/],
    [['scan', 'azure'], {}, 2, /^Usage: plumbline scan aws/],
    [
      ['scan', 'aws', '--output', 'xml'],
      {},
      2,
      /^--output is one of table, ocsf, json, sarif\.\n$/,
    ],
    [['scan', 'aws', '--output'], {}, 2, /^--output needs a value\.\n$/],
    [['users'], {}, 2, /^Usage: plumbline users show\|verify\|release <email>\n$/],
    [['users', 'prove', 'a@example.com'], {}, 2, /^Usage: plumbline users/],
    [['worker'], {}, 1, /^A worker of its own needs DATABASE_URL; .*\.\n$/],
    [['migrate'], {}, 1, /Set DATABASE_ADMIN_URL .*\.\n$/],
    [['serve'], { PORT: 'http' }, 1, /^PORT must be a whole number from 0 to 65535\.\n$/],
    [
      ['serve'],
      { ENCRYPTION_KEY: 'secret' },
      1,
      /^ENCRYPTION_KEY must be 32 bytes in base64, .*\.\n$/,
    ],
    [
      ['serve'],
      { TOKEN_SIGNING_KEY: 'secret' },
      1,
      /^TOKEN_SIGNING_KEY must be an RSA private key .*\.\n$/,
    ],
    [['serve'], { HOST: 'no.such.host.invalid' }, 1, /^HOST is no\.such\.host\.invalid, .*\.\n$/],
    [['serve'], { HOST: '203.0.113.7' }, 1, /^HOST is 203\.0\.113\.7, .*\.\n$/],
    [['serve'], { TRUSTED_PROXIES: 'proxy' }, 1, /^TRUSTED_PROXIES holds "proxy", .*\.\n$/],
    [['serve'], { DATA_DIR: '/dev/null/x' }, 1, /^DATA_DIR cannot be used: .*\.\n$/],
    [['serve'], { EVENT_STREAMS: 'scans' }, 1, /^EVENT_STREAMS names "scans", .*\.\n$/],
    [
      ['serve'],
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
      1,
      /^The database of DATABASE_URL, at 127\.0\.0\.1:1, cannot be used: .*\.\n$/,
    ],
    [
      ['migrate'],
      { DATABASE_ADMIN_URL: 'postgres://u:secret@127.0.0.1:1/d' },
      1,
      /^The database of DATABASE_ADMIN_URL, at 127\.0\.0\.1:1, cannot be used: .*\.\n$/,
    ],
    [
      ['serve'],
      {
        DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d?sslmode=verify-full&sslrootcert=/no/file',
      },
      1,
      /^DATABASE_URL has an sslrootcert that cannot be read: .*\.\n$/,
    ],
    [['restore', tmpdir()], {}, 1, /^The dump .* cannot be read: .*\.\n$/],
    [['worker'], { DATABASE_URL: 'mysql://u:secret@h/d' }, 1, /^DATABASE_URL must be an address/],
  ]
for (const [args, environment, status, pattern] of wrong) {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value} `)
  test(`${settings.join('')}plumbline ${args.join(' ')} is refused in a sentence`, async () => {
    const ran = plumbline(args, environment)
    assert.equal(await ran.status, status)
    assert.match(ran.error() || ran.out(), pattern)
    assert.doesNotMatch(ran.error(), /\bat .*\.ts:|secret/)
  })
}

test('plumbline help lists the commands, with status 0', async () => {
  const ran = plumbline(['help'])
  assert.equal(await ran.status, 0)
  for (const command of ['serve', 'demo', 'worker', 'migrate', 'scan'])
    assert.match(ran.out(), new RegExp(`^  ${command} `, 'm'))
})

test('plumbline serve says at once what it does, holds its directory, and leaves with 0 at SIGTERM', async () => {
  const served = plumbline(['serve'])
  const [, address] = await says(served, /Serving (http:\/\/[\d.:]+)\/? \(API: \/api\/v1,/)
  assert.equal(served.first(), 'Plumbline is starting …\n')
  assert.match(served.out(), /^Plumbline [\d.]+: opening the embedded database in /m)
  const ready = await fetch(`${address}/health/ready`)
  assert.equal(ready.status, 200)
  await ready.text()

  const second = plumbline(['serve'])
  assert.equal(await second.status, 1)
  assert.equal(second.error().trim().split('\n').length, 1, second.error())
  assert.ok(second.error().includes(String(served.child.pid)), second.error())

  const port = new URL(address ?? '').port
  const otherDirectory = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
  const prepared = await processDatabase(otherDirectory)
  try {
    const taken = plumbline(['serve'], { PORT: port, DATA_DIR: otherDirectory })
    assert.equal(await taken.status, 1)
    assert.equal(taken.error(), `Port ${port} is in use. Set PORT to a free one.\n`)
  } finally {
    await prepared.close()
    rmSync(otherDirectory, { recursive: true, force: true })
  }

  served.child.kill('SIGTERM')
  assert.equal(await served.status, 0)
  assert.match(served.out(), /Stopping …\n$/)
  assert.equal(served.error(), '')

  const wrongKey = plumbline(['serve'], { ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  assert.equal(await wrongKey.status, 1)
  assert.match(wrongKey.error(), /^ENCRYPTION_KEY is not the key that [^\n]*\.\n$/)

  const key = join(dataDir, 'encryption.key')
  renameSync(key, `${key}.away`)
  const keyless = plumbline(['serve'])
  assert.equal(await keyless.status, 1)
  assert.match(keyless.error(), /encryption\.key is missing, and [^\n]*\. Put it back[^\n]*\.\n$/)
  assert.equal(existsSync(key), false)
  renameSync(`${key}.away`, key)
})

const account = (): Record<string, string> => ({
  AWS_ENDPOINT_URL: cloud.url,
  AWS_ACCESS_KEY_ID: demoCredentials.aws_access_key_id,
  AWS_SECRET_ACCESS_KEY: demoCredentials.aws_secret_access_key,
})

test('plumbline scan aws --output ocsf prints a list of OCSF findings, and the coverage beside it', async () => {
  const ran = plumbline(['scan', 'aws', '--output', 'ocsf'], account())
  assert.equal(await ran.status, 3, ran.error())
  const findings = JSON.parse(ran.out()) as Record<string, never>[]
  assert.ok(findings.length >= 200, String(findings.length))
  const statuses = new Set(findings.map((finding) => finding['status_code']))
  for (const status of ['PASS', 'FAIL', 'MANUAL']) assert.ok(statuses.has(status as never), status)
  for (const finding of findings) {
    assert.equal(finding['class_uid'], 2004)
    assert.equal(finding['cloud']?.['account']?.['uid'], demoAccount().id)
    assert.equal(finding['metadata']?.['product']?.['name'], 'Plumbline')
    assert.ok(Number.isInteger(finding['time']))
  }
  const uids = new Set(findings.map((finding) => finding['finding_info']?.['uid']))
  assert.equal(uids.size, findings.length)
  assert.match(
    ran.error(),
    /assessed \d+ of \d+ check × region units; .*denied: s3:GetBucketPolicy/,
  )
})

test('plumbline scan aws prints a table of chosen checks, or lines of JSON', async () => {
  const checks = ['--checks', 's3_bucket_object_versioning']
  const table = plumbline(['scan', 'aws', ...checks], account())
  const json = plumbline(['scan', 'aws', '--output=json', ...checks], account())
  assert.deepEqual([await table.status, await json.status], [3, 3], table.error() + json.error())
  assert.match(table.out(), /^status +severity +check +region +resource\n/)
  assert.match(table.out(), /\d+ findings need a look, \d+ passed\n$/)
  const lines = json.out().trim().split('\n')
  for (const line of lines)
    assert.equal((JSON.parse(line) as Record<string, unknown>)['check_id'], checks[1])
})

test('plumbline scan aws --output sarif prints one log with what to look at, its rules and its gaps', async () => {
  const ran = plumbline(['scan', 'aws', '--output', 'sarif'], account())
  assert.equal(await ran.status, 3, ran.error())
  const { version, runs } = JSON.parse(ran.out())
  assert.deepEqual([version, runs.length], ['2.1.0', 1])
  const [{ tool, results, invocations }] = runs
  const rules = new Set(tool.driver.rules.map(({ id }: { id: string }) => id))
  assert.ok(results.length >= 50, String(results.length))
  for (const { ruleId, kind } of results) {
    assert.ok(rules.has(ruleId), ruleId)
    assert.match(kind, /^(fail|review)$/)
  }
  const said = JSON.stringify(invocations)
  assert.match(said, /denied \(s3:GetBucketPolicy\)/)
})

test('the exit code of a scan says whether it found something as severe as was asked', async () => {
  const versioning = ['scan', 'aws', '--output', 'json', '--checks', 's3_bucket_object_versioning']
  const cases: [string[], number][] = [
    [versioning, 3],
    [[...versioning, '--fail-on', 'critical'], 0],
    [[...versioning, '--fail-on', 'never'], 0],
    [[...versioning, '--fail-on', 'terrible'], 2],
    [['scan', 'gcp'], 2],
    [[...versioning, '--output', 'xml'], 2],
    [['scan', 'aws', '--checks', 'no_such_check'], 1],
  ]
  for (const [args, status] of cases) {
    const ran = plumbline(args, account())
    assert.equal(await ran.status, status, `${args.join(' ')}: ${ran.error()}`)
  }
})

test('plumbline scan aws says in a sentence why it cannot sign in', async () => {
  const nobody = plumbline(['scan', 'aws'], { ...account(), AWS_ACCESS_KEY_ID: 'AKIANOBODY' })
  const other = plumbline(['scan', 'aws', '--account', '999999999999'], account())
  const none = plumbline(['scan', 'aws'], {
    ...account(),
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: dataDir,
  })
  assert.deepEqual(await Promise.all([nobody, other, none].map(({ status }) => status)), [1, 1, 1])
  assert.match(other.error(), /999999999999/)
  assert.match(none.error(), /No AWS credentials were found/)
  for (const { error, out } of [nobody, other, none]) {
    assert.equal(out(), '')
    assert.doesNotMatch(error(), /\bat .*\.ts:/)
  }
})
