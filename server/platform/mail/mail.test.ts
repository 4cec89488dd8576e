import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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
  const leaving = new AbortController()
  const done = outbox.work(db.database, send, silent, leaving.signal)
  t.after(() => {
    leaving.abort()
    return done
  })
}
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); await sleep(10))
    if (Date.now() > end) throw new Error('It did not come to hold within a minute.')
}

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
  const left = await db.administer(`select 1 from mails where sealed is not null`)
  assert.equal(left.length, 0, 'nothing of it is kept')
})

test('a mail waits while the mail server is away, each time longer, and is given up when it is refused for good', async (t) => {
  const outbox = new Outbox(vault)
  const tried: string[] = []
  let answer: NotSent | undefined = new NotSent('ECONNECTION', false)
  work(t, outbox, async ({ to }) => {
    tried.push(to)
    if (answer) throw answer
  })
  await queue(outbox, 'waits@example.com')
  const settled = (most: number) =>
    until(async () => {
      const [row] = await db.administer(
        `select extract(epoch from due_at - now())::int as due from mails where mailbox = 'waits@example.com' and sealed is not null`,
      )
      return Number(row?.['due']) <= most
    })
  await until(() => tried.length === 1)
  await settled(30) // below the lease of two minutes: it was settled
  await db.administer('update mails set due_at = now()')
  await queue(outbox, 'other@example.com')
  await until(() => tried.filter((to) => to.startsWith('waits')).length === 2)
  await settled(60)
  answer = new NotSent('EENVELOPE 550', true)
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
  const leaving = new AbortController()
  const begun = Promise.withResolvers<void>()
  const done = outbox.work(
    db.database,
    () => {
      begun.resolve()
      return new Promise(() => {})
    },
    silent,
    leaving.signal,
  )
  await queue(outbox, 'stays@example.com')
  await begun.promise
  leaving.abort()
  await done
  const left = await db.administer(
    `select attempts from mails where mailbox = 'stays@example.com' and sealed is not null`,
  )
  assert.deepEqual(left, [{ attempts: 1 }])
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
      (error: NotSent) => error.isFinal,
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
  const outside = smtp({ url: `smtp://0.0.0.0:${port}`, from }) // as good as another machine's address
  await assert.rejects(outside(mailTo('ann@example.com')), (error: NotSent) => !error.isFinal)
  assert.equal(server.mails.length, 0)
  await smtp({ url: server.url, from })(mailTo('ann@example.com'))
  assert.deepEqual(
    server.mails.map((mail) => [mail.from, mail.to, mail.subject, mail.text.trim()]),
    [['plumbline@example.com', ['ann@example.com'], 'A subject', 'A text.']],
  )
})

test('why a mail was not sent names neither its address nor the password', async (t) => {
  const server = await new MailServer().listen()
  t.after(() => server.close())
  server.refusal = '550 no ann@example.com here'
  const send = smtp({ url: server.url, from: 'plumbline@example.com' })
  await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => {
    assert.deepEqual([error.message, error.isFinal], ['EENVELOPE 550', true])
    return true
  })
  server.refusal = '451 later'
  await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => !error.isFinal)
  await server.close()
  await assert.rejects(send(mailTo('ann@example.com')), (error: NotSent) => !error.isFinal)
})
