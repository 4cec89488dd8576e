import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../testing/eventually.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { MailServer } from '../../testing/smtp.ts'
import { silent } from '../log.ts'
import { masterKey, vault as openVault } from '../vault/index.ts'
import { isMailable, type Mail, mailboxOf, NotSent, Outbox, type Send, smtp } from './index.ts'
import { waitAfter } from './outbox.ts'
import { optionsOf } from './smtp.ts'

let db: TestDatabase
const setting = Buffer.alloc(32, 7).toString('base64')
const vault = openVault(masterKey({ setting, file: '' }))
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

const mailTo = (to: string): Mail => ({ to, subject: 'A subject', text: 'A text.' })
const queue = (outbox: Outbox, to: string): Promise<boolean> =>
  db.database.outsideTenants((tx) => outbox.queue(tx, mailTo(to)))

/** Runs the work of an outbox until the test ends. */
function work(t: TestContext, outbox: Outbox, send: Send): void {
  const stopping = new AbortController()
  const done = outbox.work(db.database, send, silent, stopping.signal)
  t.after(() => {
    stopping.abort()
    return done
  })
}

const until = (holds: () => boolean | Promise<boolean>) =>
  eventually('what this test waits for', holds, 10)

test('a mail is sent when its transaction commits, and not when that fails', async (t) => {
  const outbox = new Outbox(vault)
  const sent: Mail[] = []
  work(t, outbox, async (mail) => void sent.push(mail))
  const undone = db.database.outsideTenants(async (tx) => {
    await outbox.queue(tx, mailTo('undone@example.com'))
    throw new Error('no')
  })
  await assert.rejects(undone, /no/)
  await queue(outbox, 'done@example.com')
  await until(() => sent.length > 0)
  assert.deepEqual(sent, [mailTo('done@example.com')])
  // Nothing of it is kept, once the work that sent it has ended.
  await until(
    async () => (await db.administer(`select 1 from mails where sealed is not null`)).length === 0,
  )
})

test('a mail waits while the mail server is away, each time longer, and is given up when it is refused for good', async (t) => {
  const outbox = new Outbox(vault)
  const tried: string[] = []
  let answer: NotSent | undefined = new NotSent('ECONNECTION')
  work(t, outbox, async ({ to }) => {
    tried.push(to)
    if (answer) throw answer
  })
  await queue(outbox, 'waits@example.com')
  const dueWithin = (most: number) =>
    until(async () => {
      const [row] = await db.administer(
        `select extract(epoch from due_at - now())::int as due from mails where mailbox = 'waits@example.com' and sealed is not null`,
      )
      return Number(row?.['due']) <= most
    })
  await until(() => tried.length === 1)
  await dueWithin(30) // below the lease of two minutes: its outcome was written
  await db.administer('update mails set due_at = now()')
  await queue(outbox, 'other@example.com')
  await until(() => tried.filter((to) => to.startsWith('waits')).length === 2)
  await dueWithin(60)
  answer = new NotSent('EENVELOPE 550', 'no_mailbox')
  await db.administer('update mails set due_at = now()')
  await queue(outbox, 'third@example.com')
  await until(() => tried.includes('third@example.com'))
  await until(
    async () => (await db.administer(`select 1 from mails where sealed is not null`)).length === 0,
  )
  assert.deepEqual([1, 2, 3, 7, 8, 100].map(waitAfter), [30, 60, 120, 1_800, 1_800, 1_800])
})

test('of several workers one sends a mail', async (t) => {
  const outbox = new Outbox(vault)
  const sent: string[] = []
  for (let n = 0; n < 4; n += 1)
    work(t, outbox, async ({ to }) => {
      await sleep(20)
      sent.push(to)
    })
  const all = Array.from({ length: 12 }, (_, n) => `many${n}@example.com`)
  for (const to of all) await queue(outbox, to)
  await until(() => sent.length >= all.length)
  assert.deepEqual(sent.toSorted(), all.toSorted())
})

test('a stop does not wait for a mail server that does not answer, and the mail stays', async () => {
  const outbox = new Outbox(vault)
  const stopping = new AbortController()
  const sending = Promise.withResolvers<void>()
  const done = outbox.work(
    db.database,
    () => {
      sending.resolve()
      return new Promise(() => {})
    },
    silent,
    stopping.signal,
  )
  await queue(outbox, 'stays@example.com')
  await sending.promise
  stopping.abort()
  await done
  const remaining = await db.administer(
    `select attempts from mails where mailbox = 'stays@example.com' and sealed is not null`,
  )
  assert.deepEqual(remaining, [{ attempts: 1 }])
})

const addresses: readonly [address: string, isGood: boolean][] = [
  ['ann@example.com', true],
  ["o'neil+x@mail.example.co", true],
  ['ann@example.com\r\nBcc: b@example.com', false],
  ['ann@example.com\n', false],
  ['ann@example.com, b@example.com', false],
  ['Ann <ann@example.com>', false],
  ['"a b"@example.com', false],
  ['a@b@example.com', false],
  ['root@localhost', false],
  ['ann@[127.0.0.1]', false],
  ['ann@127.0.0.1', false],
  ['änn@example.com', false],
  ['ann@exämple.com', false],
  ['ann@ｅxample.com', false],
  ['8f@released.invalid', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'a'.repeat(64)}.com`, false],
]
for (const [address, isGood] of addresses)
  test(`${JSON.stringify(address).slice(0, 60)} is ${isGood ? 'an' : 'no'} address to send to`, async () => {
    assert.equal(isMailable(address), isGood)
    if (isGood) return
    assert.equal(await queue(new Outbox(vault), address), false)
    await assert.rejects(
      smtp({ url: 'smtp://127.0.0.1:1', from: 'p@example.com' })(mailTo(address)),
      (error: NotSent) => error.givenUp === 'no_mailbox',
    )
  })

test('names with a plus are one mailbox', () => {
  assert.equal(mailboxOf('Ann+1@Example.com'), mailboxOf('ann@example.com'))
  assert.notEqual(mailboxOf('ann@example.com'), mailboxOf('bob@example.com'))
})

test('mails are encrypted on their way, unless the server is this machine or the setting says otherwise', () => {
  const of = (url: string) => {
    const { host, port, secure, requireTLS, ignoreTLS } = optionsOf(url)
    return [host, port, secure, requireTLS, ignoreTLS]
  }
  assert.deepEqual(of('smtps://mail.example'), ['mail.example', 465, true, false, false])
  assert.deepEqual(of('smtp://mail.example'), ['mail.example', 587, false, true, false])
  assert.deepEqual(of('smtp://mail.example:25?tls=off'), ['mail.example', 25, false, false, true])
  assert.deepEqual(of('smtp://localhost:25'), ['localhost', 25, false, false, true])
  assert.deepEqual(of('smtp://[::1]:25'), ['::1', 25, false, false, true])
  assert.deepEqual(of('smtp://127.0.0.1.evil.example'), [
    '127.0.0.1.evil.example',
    587,
    false,
    true,
    false,
  ])
  const { auth } = optionsOf('smtps://user%40x:p%3Aw@mail.example')
  assert.deepEqual(auth, { user: 'user@x', pass: 'p:w' })
})

test('a server without encryption that is not this machine gets nothing', async (t) => {
  const server = await new MailServer().listen()
  t.after(() => server.close())
  const { port } = new URL(server.url)
  const from = 'Plumbline <plumbline@example.com>'
  const sendWithoutTls = smtp({ url: `smtp://0.0.0.0:${port}`, from }) // as good as another machine's address
  await assert.rejects(
    sendWithoutTls(mailTo('ann@example.com')),
    (error: NotSent) => error.givenUp === null,
  )
  assert.equal(server.mails.length, 0)
  await smtp({ url: server.url, from })(mailTo('ann@example.com'))
  assert.deepEqual(
    server.mails.map((mail) => [mail.from, mail.to, mail.subject, mail.text.trim()]),
    [['plumbline@example.com', ['ann@example.com'], 'A subject', 'A text.']],
  )
})

test('what the server says of the sender gives up no mail, and of the mail blames no mailbox', async (t) => {
  const server = await new MailServer().listen()
  t.after(() => server.close())
  const send = smtp({ url: server.url, from: 'plumbline@example.com' })
  for (const [refusals, givenUp] of [
    [{ MAIL: '530 5.7.0 authentication required' }, null],
    [{ MAIL: '553 this sender may not send' }, null],
    [{ RCPT: '554 5.7.1 relay access denied' }, null],
    [{ RCPT: '530 authentication required' }, null],
    [{ DATA: '554 no valid recipients' }, null],
    [{ RCPT: '550 5.1.1 no such user' }, 'no_mailbox'],
    [{ TEXT: '554 5.7.1 this looks like spam' }, 'refused'],
    [{ TEXT: '451 later' }, null],
  ] as const) {
    server.refusals = refusals
    await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => {
      assert.equal(error.givenUp, givenUp, JSON.stringify(refusals))
      return true
    })
  }
})

test('a mail that waited for a day is given up, and whoever knows its addressee hears of it', async (t) => {
  const outbox = new Outbox(vault)
  const tried: string[] = []
  const said: unknown[] = []
  const unwanted = { tenantId: 'a', id: 'unwanted' }
  outbox.know({
    isWanted: async (addressee) => addressee.id !== unwanted.id,
    givenUp: async (...what) => void said.push(what),
  })
  const addressee = { tenantId: 'a', id: 'b', messageId: 'c' }
  for (const [to, whose] of [
    ['day@example.com', addressee],
    ['unwanted@example.com', unwanted],
  ] as const)
    await db.database.outsideTenants((tx) => outbox.queue(tx, { ...mailTo(to), addressee: whose }))
  await db.administer(
    `update mails set inserted_at = now() - interval '25 hours' where mailbox = 'day@example.com'`,
  )
  work(t, outbox, async ({ to }) => void tried.push(to))
  const open = `select 1 from mails where sealed is not null and mailbox in ('day@example.com', 'unwanted@example.com')`
  await until(async () => (await db.administer(open)).length === 0)
  assert.deepEqual([said, tried], [[[addressee, 'expired']], []])
})

test('a requested mail is not sent later than its request is good for', async (t) => {
  const outbox = new Outbox(vault)
  outbox.writeWith('password-reset', async (_, to) => mailTo(to))
  const requests = [
    ['late@example.com', Date.now() - 1],
    ['early@example.com', Date.now() + 3_600_000],
  ] as const
  for (const [to, until] of requests)
    await db.database.outsideTenants((tx) =>
      outbox.queueRequest(tx, { kind: 'password-reset', to, until }),
    )
  const sent: string[] = []
  work(t, outbox, async ({ to }) => void sent.push(to))
  const open = `select 1 from mails where sealed is not null and mailbox like 'password-reset %'`
  await until(async () => (await db.administer(open)).length === 0)
  assert.deepEqual(sent, ['early@example.com'])
})

test('mails that cannot be opened hold up no other, and end after a day', async (t) => {
  await db.administer(`
    insert into mails (id, mailbox, sealed, due_at, inserted_at)
    select gen_random_uuid(), 'sealed otherwise', 'x', now() - interval '1 hour', now() - interval '25 hours'
      from generate_series(1, 5)`)
  const outbox = new Outbox(vault)
  const sent: string[] = []
  await queue(outbox, 'behind@example.com')
  work(t, outbox, async ({ to }) => void sent.push(to))
  await until(() => sent.includes('behind@example.com'))
  const open = `select 1 from mails where sealed is not null and mailbox = 'sealed otherwise'`
  assert.deepEqual(await db.administer(open), [])
})

test('why a mail was not sent names neither its address nor the password', async (t) => {
  const server = await new MailServer().listen()
  t.after(() => server.close())
  server.refusal = '550 no ann@example.com here'
  const send = smtp({ url: server.url, from: 'plumbline@example.com' })
  await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => {
    assert.deepEqual([error.message, error.givenUp], ['EENVELOPE 550', 'no_mailbox'])
    return true
  })
  server.refusal = '451 later'
  await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => error.givenUp === null)
  await server.close()
  await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => error.givenUp === null)
})
