/** Arguments and settings that commands refuse. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { withoutLimits } from '@plumbline/server/testing'
import { commandsWith } from './testing/command.ts'
import { commandHelp, type CommandName, helpOf, overview } from './help.ts'
import { refusal } from './testing/refusal.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
const { plumbline, end } = commandsWith({ DATA_DIR: dataDir })
after(async () => {
  await end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Files that declare the options of a command, where it is not the file of its name. */
const sourceOf: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  worker: ['serve.ts'],
  restore: ['backup.ts'],
  scan: ['scan.ts', 'kinds.ts'],
  backup: [],
}
const optionsIn = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    return [...text.matchAll(/'?([\w-]+)'?: '(?:value|switch)'/g)].flatMap(([, one]) => one ?? [])
  })

for (const key of ['DATABASE_URL', 'POSTGRES_HOST']) delete process.env[key]
Object.assign(process.env, withoutLimits, { LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir })

const wrong: [args: string[], environment: Record<string, string>, status: number, says: RegExp][] =
  [
    [['serve', '--fast'], {}, 2, /^There is no option --fast\. Options: none\.\n$/],
    [['serve', 'now'], {}, 2, /^There is no option now\. Options: none\.\n$/],
    [['worker', 'now'], {}, 2, /^There is no option now\. Options: none\.\n$/],
    [['migrate', 'now'], {}, 2, /^There is no option now\. Options: none\.\n$/],
    [['demo', 'exit'], {}, 2, /^There is no option exit\. Options: --exit, --only\.\n$/],
    [['demo', '--only', 'azure'], {}, 2, /^--only must be aws, github, or okta, not "azure"\.\n$/],
    [['restore', 'x', '--replace=no'], {}, 2, /^--replace takes no value\.\n$/],
    [['audit'], {}, 2, /^Usage: plumbline audit verify .*\n {7}plumbline audit heads .*\n$/],
    [['audit', 'verify'], {}, 1, /^There is no database in .*\.\n$/],
    [['audit', 'heads'], {}, 1, /^There is no database in .*\.\n$/],
    [['users', 'show', 'a@example.com'], {}, 1, /^There is no database in .*\.\n$/],
    [
      ['restore', import.meta.filename],
      { DATA_DIR: import.meta.filename },
      1,
      /^.*commands\.test\.ts cannot be used: .*\.\n$/,
    ],
    [['demo', '--exits'], {}, 2, /^There is no option --exits\. Options: --exit, --only\.\n$/],
    [['scan'], {}, 2, /^Usage: plumbline scan aws/],
    [['scan', 'azure'], {}, 2, /^Usage: plumbline scan aws/],
    [
      ['scan', 'aws', '--output', 'xml'],
      {},
      2,
      /^--output must be one of table, ocsf, json, sarif\.\n$/,
    ],
    [['scan', 'aws', '--output'], {}, 2, /^--output requires a value\.\n$/],
    [['users'], {}, 2, /^Usage: plumbline users show\|verify\|release\|reset EMAIL\n$/],
    [['users', 'prove', 'a@example.com'], {}, 2, /^Usage: plumbline users/],
    [['worker'], {}, 1, /^A separate worker requires DATABASE_URL\. .*\.\n$/],
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
    [['serve'], { TRUSTED_PROXIES: 'proxy' }, 1, /^TRUSTED_PROXIES contains "proxy", .*\.\n$/],
    [['serve'], { DATA_DIR: '/dev/null/x' }, 1, /^DATA_DIR cannot be used: .*\.\n$/],
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
      ['migrate'],
      { DATABASE_SERVER_PASSWORD: 'secret' },
      1,
      /^DATABASE_SERVER_PASSWORD must have 12 to 256 characters, .*\.\n$/,
    ],
    [
      ['migrate'],
      { DATABASE_SERVER_USER: 'pg_reader' },
      1,
      /^DATABASE_SERVER_USER must be a name /,
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
for (const [args, settings, status, pattern] of wrong) {
  const set = Object.entries(settings).map(([key, value]) => `${key}=${value} `)
  test(`${set.join('')}plumbline ${args.join(' ')} is refused in a sentence`, async () => {
    const refused = await refusal(args, settings)
    assert.equal(refused.status, status)
    assert.match(refused.error, pattern)
    assert.doesNotMatch(refused.error, /\bat .*\.ts:|secret/)
  })
}

for (const [args, status, pattern] of [
  [['fly'], 2, /There is no command "fly"\.[\s\S]*Usage: plumbline/],
  [['constructor'], 2, /There is no command "constructor"/],
  [['users'], 2, /^Usage: plumbline users show/],
  [['audit', 'heads'], 1, /^There is no database in .*\.\n$/],
] as const)
  test(`the process of plumbline ${args.join(' ')} ends with ${status} and a sentence`, async () => {
    const ran = plumbline(args)
    assert.equal(await ran.status, status)
    assert.match(ran.error() || ran.out(), pattern)
  })

test('plumbline help lists the commands, with status 0', async () => {
  const ran = plumbline(['help'])
  assert.equal(await ran.status, 0)
  for (const command of Object.keys(commandHelp))
    assert.match(ran.out(), new RegExp(`^  ${command} `, 'm'))
})

test('the help fits one screen of 80 columns', () => {
  const lines = overview().split('\n')
  assert.ok(lines.length <= 40, `${lines.length} lines`)
  for (const line of lines) assert.ok(line.length <= 84, line)
})

for (const name of Object.keys(commandHelp) as CommandName[])
  test(`plumbline ${name} --help has the usage, each option that the command reads, and an example`, () => {
    const help = helpOf(name)
    assert.match(help, new RegExp(`^Usage: plumbline ${name}`))
    assert.match(help, /\nExample:\n {2}\S.*\n$/)
    for (const option of optionsIn(sourceOf[name] ?? [`${name}.ts`]))
      assert.ok(help.includes(`--${option}`), `--${option} is not in the help`)
  })

test('plumbline scan --help prints the help and scans nothing, with status 0', async () => {
  const ran = plumbline(['scan', 'aws', '--help'])
  assert.equal(await ran.status, 0)
  assert.equal(ran.out(), helpOf('scan'))
})
