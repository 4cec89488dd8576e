/** Who waits for whom outside of tenants, in turns; and what is logged of clients that left meanwhile. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { makeApiKey } from '../auth/index.ts'
import { eventually, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } }) // sweeps would wait too
})
after(async () => {
  await w.close()
  await w.test.close()
})

const load = () => w.test.database.activity.load()

/** Occupies all sessions of the database until `release` is called. */
async function held() {
  const gate = Promise.withResolvers<void>()
  const { sessions } = w.test.database.activity
  const holding = Array.from({ length: sessions }, () =>
    w.test.database.inTenant(randomUUID(), () => gate.promise),
  )
  await eventually('all sessions are held', () => load().used === sessions)
  const before = load().waiting
  return {
    /** Until as many transactions wait behind those that hold. */
    waiting: (count: number) =>
      eventually(`${count} transactions wait`, () => load().waiting - before >= count),
    release: async () => {
      gate.resolve()
      await Promise.all(holding)
    },
  }
}

interface Sent {
  readonly from: string
  readonly path?: string
  readonly authorization?: string
}

/** A request from an address of this machine; resolves with its status. */
function ask({ from, path = '/auth/saml/initiate', authorization }: Sent): Promise<number> {
  const { hostname, port } = new URL(w.base)
  const isRead = authorization !== undefined
  const body = isRead
    ? ''
    : JSON.stringify({
        data: { type: 'saml-initiate', attributes: { email_domain: 'nobody.example' } },
      })
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        hostname,
        port,
        path: `/api/v1${path}`,
        localAddress: from,
        method: isRead ? 'GET' : 'POST',
        headers: isRead ? { authorization } : { 'content-type': 'application/vnd.api+json' },
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

const flood = 40

/**
 * How many of a flood are answered before the request that came after all of them. From addresses that no other test
 * uses: turns depend on the time used before.
 */
async function answeredBefore(sent: Sent, last: Sent): Promise<number> {
  const holding = await held()
  let [ended, before] = [0, -1]
  const all = Array.from({ length: flood }, () => ask(sent).then(() => (ended += 1)))
  await holding.waiting(flood)
  const late = ask(last).then(() => (before = ended))
  await holding.waiting(flood + 1)
  await holding.release()
  await Promise.all([...all, late])
  return before
}

const read = { path: '/users/me', authorization: `Api-Key ${makeApiKey().key}` }

test('a flood of sign-ins from an address does not delay those of another', async () => {
  const before = await answeredBefore({ from: '127.0.0.1' }, { from: '127.0.0.2' })
  ok(before < flood / 2, `${before} of ${flood} were answered first`)
})

test('nor a flood of API keys that are made up', async () => {
  const before = await answeredBefore(
    { from: '127.0.0.3', ...read },
    { from: '127.0.0.4', ...read },
  )
  ok(before < flood / 2, `${before} of ${flood} were answered first`)
})

test('a flood of sign-ins does not delay the API keys of the same address', async () => {
  const before = await answeredBefore({ from: '127.0.0.5' }, { from: '127.0.0.5', ...read })
  ok(before < flood / 2, `${before} of ${flood} were answered first`)
})

test('a client that hangs up gives up the turns of all its requests, and is not logged as a database that did not answer', async () => {
  const holding = await held()
  const { hostname, port } = new URL(w.base)
  const sent = 8
  const one = `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${w.acme.authorization}\r\n\r\n`
  const from = w.logged.length
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(one.repeat(sent))
  await holding.waiting(sent)
  const waiting = load().waiting
  socket.resetAndDestroy()
  await eventually('the server has heard of it', () => load().waiting < waiting)
  const left = load().waiting
  await holding.release()
  equal((await w.acme.get('/users/me')).status, 200) // aborted requests have been answered by then
  equal(left, waiting - sent)
  deepEqual(
    w.logged.slice(from).filter(({ event }) => /database/.test(event)),
    [],
  )
})
