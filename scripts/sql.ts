/**
 * `npm run sql -- 'GET /findings/latest?filter[status]=FAIL'` queries a synthetic tenant and prints each statement of
 * the response, with its values and its plan. `{scan}` in the path is the tenant's oldest scan; `--findings` and
 * `--scans` set the amount of data, and `--text` leaves out values and plans. Several requests follow each other.
 */
import { parseArgs } from 'node:util'
import { aws } from '@plumbline/scanner'
import { seed } from '../server/features/seed/index.ts'
import { chainKey } from '../server/keys.ts'
import { withChainKey } from '../server/platform/audit/index.ts'
import { type Database, type Sql, sql, toStatement, type Tx } from '../server/platform/db/index.ts'
import { testDatabase } from '../server/testing/database.ts'
import { Client, world } from '../server/testing/world.ts'

process.stdout.on('error', () => process.exit()) // a pager was closed
const say = (text: string): void => void process.stdout.write(`${text}\n`)
function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    findings: { type: 'string', default: '2000' },
    scans: { type: 'string', default: '3' },
    text: { type: 'boolean', default: false },
  },
})
const paths = positionals.map((request) => /^GET (\/\S+)$/.exec(request)?.[1] ?? '')
if (paths.length === 0 || paths.includes(''))
  leave("Name the requests: npm run sql -- 'GET /findings/latest?filter[status]=FAIL'.")
const wholeNumber = (name: 'findings' | 'scans'): number => {
  const number = Number(options[name])
  if (Number.isInteger(number) && number > 0) return number
  return leave(`--${name} is a whole number, not "${options[name]}".`)
}

interface Explained {
  readonly text: string
  readonly values: readonly unknown[]
  readonly plan: readonly string[]
}

/** The database, which explains its statements while `explained` is set. */
function explaining(database: Database): { database: Database; explained: Explained[] | null } {
  const self = { database, explained: null as Explained[] | null }
  const explain = async (tx: Tx, statement: Sql): Promise<void> => {
    const { text, values } = toStatement(statement)
    if (!self.explained || !/^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(text)) return
    const place = self.explained.push({ text, values, plan: [] }) - 1
    const rows = await tx.rows<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, buffers off, costs off, timing off, summary off) ${statement}`,
    )
    self.explained[place] = { text, values, plan: rows.map((row) => row['QUERY PLAN']) }
  }
  const explaining = (tx: Tx): Tx => ({
    ...tx,
    rows: async (statement) => (await explain(tx, statement), tx.rows(statement)),
    maybe: async (statement) => (await explain(tx, statement), tx.maybe(statement)),
    single: async (statement) => (await explain(tx, statement), tx.single(statement)),
  })
  self.database = {
    ...database,
    inTenant: (tenantId, work, turn) =>
      database.inTenant(tenantId, (tx) => work(explaining(tx)), turn),
  }
  return self
}

/** SQL with the indent of its first line taken from all. */
function flush(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(indent).trimEnd()).join('\n')
}

const test = await testDatabase()
const explained = explaining(test.database)
const { base, config, anonymous, close } = await world({
  test: { ...test, database: explained.database },
})
try {
  const email = 'sql@plumbline.example'
  const made = await seed(
    withChainKey(test.database, chainKey(config)),
    {
      findings: wholeNumber('findings'),
      scans: wholeNumber('scans'),
      accounts: 1,
      seed: 1,
      tenantId: null,
      email,
      add: false,
      checks: [...aws.catalog.values()],
      nowMs: Date.now(),
    },
    () => {},
  )
  if (!made.login) throw new Error('The tenant has no login.')
  const pair = await anonymous.make('/tokens', 'tokens', made.login)
  const authorization = `Bearer ${pair.text('access')}`
  const user = new Client(base, { tenantId: made.tenantId, userId: '', email, authorization })
  const oldest = (await user.get('/scans?sort=inserted_at&page[size]=1')).items[0]
  await test.administer('analyze')
  for (const path of paths) {
    const request = path.replace('{scan}', oldest?.id ?? '')
    const statements: Explained[] = []
    explained.explained = statements
    const { status, text } = await user.get(request)
    explained.explained = null
    for (const [at, statement] of statements.entries()) {
      say(`\n-- ${at + 1} of ${statements.length}\n${flush(statement.text)}`)
      if (options.text) continue
      for (const [number, value] of statement.values.entries())
        say(`-- $${number + 1} = ${JSON.stringify(value)}`)
      for (const line of statement.plan) say(`  ${line}`)
    }
    say(
      `\n${statements.length} statements for GET ${options.text ? path : request}, which answered ${status}.`,
    )
    if (status >= 400) say(text)
  }
} finally {
  await close()
  await test.close()
}
