/** The code in the address that the demo prints: who gets in by it, how often, and for how long. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, password, type World, world } from '@plumbline/server/testing'
import { DemoCode } from './demo-code.ts'

let now = Date.now()
const code = new DemoCode(() => now)
let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' }, more: [code.endpoint] })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const open = (given: unknown): Promise<Answered> =>
  w.anonymous.ask('POST', '/demo-sign-ins', {
    data: { type: 'demo-sign-ins', attributes: { code: given } },
  })

async function refreshToken(): Promise<string> {
  const { email } = w.acme
  return (await w.anonymous.make('/tokens', 'tokens', { email, password })).text('refresh')
}

function assertRefused({ status, fault }: Answered): void {
  assert.deepEqual(
    [status, fault.code, fault.source?.pointer],
    [400, 'code_invalid', '/data/attributes/code'],
  )
}

test('a code signs its user in, once', async () => {
  const issued = code.issue(refreshToken)
  assert.match(issued, /^[\w-]{22}$/)
  const refresh = (await open(issued)).item.text('refresh')
  const tokens = { type: 'browser-sessions', attributes: { refresh } }
  const page = { 'X-Plumbline-Session': 'app' }
  const session = await w.anonymous.ask('POST', '/browser-sessions', { data: tokens }, page)
  const Authorization = `Bearer ${session.item.text('access')}`
  const me = await w.anonymous.ask('GET', '/users/me', undefined, { Authorization })
  assert.equal(me.item.id, w.acme.userId)
  assertRefused(await open(issued))
})

test('it is good for 15 minutes', async () => {
  const late = code.issue(refreshToken)
  now += 15 * 60_000
  assertRefused(await open(late))
  const inTime = code.issue(refreshToken)
  now += 15 * 60_000 - 1
  assert.equal((await open(inTime)).status, 200)
})

test('any other code is refused, and the right one stays good', async () => {
  const issued = code.issue(refreshToken)
  for (const wrong of ['x', issued.slice(1), `${issued} `, issued.toLowerCase(), 'é'.repeat(22)])
    assertRefused(await open(wrong))
  for (const none of ['', null, 7, ['x'], 'x'.repeat(101)])
    assert.equal((await open(none)).status, 400)
  assert.equal((await open(issued)).status, 200)
})

test('two who open it at once are not both let in', async () => {
  const issued = code.issue(refreshToken)
  const statuses = (await Promise.all([open(issued), open(issued)])).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 400])
})

test('before there is a code nobody is let in, and the product without the demo has no such address', async () => {
  const fresh = new DemoCode()
  const other = await world({
    settings: { WORKER: 'false' },
    test: w.test,
    cloud: w.cloud,
    more: [fresh.endpoint],
  })
  const product = await world({ settings: { WORKER: 'false' }, test: w.test, cloud: w.cloud })
  const body = { data: { type: 'demo-sign-ins', attributes: { code: 'x'.repeat(22) } } }
  try {
    assertRefused(await other.anonymous.ask('POST', '/demo-sign-ins', body))
    assert.equal((await product.anonymous.ask('POST', '/demo-sign-ins', body)).status, 404)
  } finally {
    await other.close()
    await product.close()
  }
})
