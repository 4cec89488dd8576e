/** Anonymous requests with an address do the same work whether a user has it or not, so that their time reveals nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Database,
  type Sql,
  type Statements,
  toStatement,
  type Turn,
} from '../../platform/db/index.ts'
import { type Answered, password, testDatabase, type World, world } from '../../testing/index.ts'
import { mailSettings } from '../../testing/mail-world.ts'
import { prove } from '../../testing/proven.ts'

let sent: string[] = []

/** The statement, with the types and lengths of its values. */
function noted(statement: Sql): Sql {
  const { text, values } = toStatement(statement)
  const shapes = values.map((value) =>
    typeof value === 'string' || value instanceof Uint8Array
      ? `${typeof value} of ${value.length}`
      : JSON.stringify(value),
  )
  sent.push(`${text.trim()} ${shapes.join(', ')}`)
  return statement
}
const noting = <T extends Statements>(tx: T): T => ({
  ...tx,
  rows: (statement) => tx.rows(noted(statement)),
  maybe: (statement) => tx.maybe(noted(statement)),
  single: (statement) => tx.single(noted(statement)),
  run: (statement) => tx.run(noted(statement)),
})
/** Work after the answer is not recorded: refused sign-ins of earlier requests are counted a second later. */
const isAnswered = (turn: Turn | undefined): boolean => turn?.lane === 'work'
const recorded = (database: Database): Database => ({
  ...database,
  inTenant: (tenantId, work, turn) =>
    database.inTenant(tenantId, (tx) => work(isAnswered(turn) ? tx : noting(tx)), turn),
  outsideTenants: (work, turn) =>
    database.outsideTenants((tx) => work(isAnswered(turn) ? tx : noting(tx)), turn),
})

let w: World
before(async () => {
  const made = await testDatabase()
  w = await world({
    test: { ...made, database: recorded(made.database) },
    // Without a worker, only requests send statements.
    settings: { WORKER: 'false', ...mailSettings('smtp://127.0.0.1:1') },
  })
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Users' addresses have 24 characters, as the one that no user has. */
const unknown = 'abcdefabcdef@example.com'
const users: readonly (readonly [string, () => Promise<string>])[] = [
  ['a user', async () => (await w.user()).email],
  [
    'a user with a verified address',
    async () => {
      const { email } = await w.user()
      await prove(w, email)
      return email
    },
  ],
  [
    'an inactive user',
    async () => {
      const { email, userId } = await w.user()
      await w.test.administer(`update users set is_active = false where id = '${userId}'`)
      return email
    },
  ],
  [
    'a user without a password',
    async () => {
      const { email, userId } = await w.user()
      await w.test.administer(`update users set password_hash = '!' where id = '${userId}'`)
      return email
    },
  ],
]
const requests: readonly (readonly [string, (email: string) => object])[] = [
  ['/password-resets', (email) => ({ type: 'password-resets', attributes: { email } })],
  ['/tokens', (email) => ({ type: 'tokens', attributes: { email, password: `not ${password}` } })],
]

async function workOf(path: string, data: object): Promise<readonly [Answered, readonly string[]]> {
  sent = []
  const answer = await w.anonymous.ask('POST', path, { data })
  return [answer, sent]
}

for (const [path, dataOf] of requests)
  for (const [who, make] of users)
    test(`POST ${path} sends the same statements for ${who} as for an unknown address`, async () => {
      const email = await make()
      const [answer, statements] = await workOf(path, dataOf(email))
      const [other, expected] = await workOf(path, dataOf(unknown))
      assert.notEqual(expected.length, 0)
      assert.deepEqual(statements, expected)
      assert.equal(answer.status, other.status)
      const fields = ({ item }: Answered) => Object.keys(item.attributes)
      if (answer.status < 300) assert.deepEqual(fields(answer), fields(other))
      else assert.deepEqual(answer.fault, other.fault)
    })

test('the limit of mails for new passwords is the same for every address', async () => {
  const user = await w.user()
  const queuedFor = async (email: string): Promise<number> => {
    const data = { type: 'password-resets', attributes: { email } }
    for (let n = 0; n < 8; n += 1)
      assert.equal((await workOf('/password-resets', data))[0].status, 202)
    const rows = await w.test.administer(
      `select 1 from mails where mailbox = 'password-reset ${email}'`,
    )
    return rows.length
  }
  assert.deepEqual(
    [await queuedFor(user.email), await queuedFor('fedcbafedcba@example.com')],
    [6, 6],
  )
})
