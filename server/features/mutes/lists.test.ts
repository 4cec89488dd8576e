import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { judgeOf, listIn } from './lists.ts'

const about = {
  list: JSON.stringify({
    Mutelist: { Accounts: { '*': { Checks: { some: { Regions: ['*'], Resources: ['*'] } } } } },
  }),
  account: '210987654321',
}
const finding = {
  check_id: 'some',
  region: 'eu-west-1',
  resource_uid: 'a',
  resource_name: 'a',
  tags: [],
}

test('a list is too slow by the time that it takes, and not by the waits for others', async () => {
  const later = performance.now() + 60_000
  const waited = await judgeOf('acme', about, { time: { spentMs: 0, until: 0 } })
  await rejects(async () => waited?.([finding]), { status: 503, code: 'busy' })
  const slow = await judgeOf('acme', about, { time: { spentMs: 20_001, until: later } })
  await rejects(async () => slow?.([finding]), { status: 400, code: 'mutelist_too_slow' })
  const quick = await judgeOf('acme', about, { time: { spentMs: 0, until: later } })
  deepEqual(await quick?.([finding]), [true])
})

test('findings are judged while requests of as many tenants as there may be wait for their lists', async () => {
  const text = `Mutelist: {Accounts: {a: {Checks: {b: {Regions: [${'x, '.repeat(4_000)}x]}}}}}`
  const tenants = Array.from({ length: 8 }, (_, n) => `tenant ${n}`)
  const order: string[] = []
  const reads = tenants.flatMap((tenant) => Array.from({ length: 8 }, () => listIn(tenant, text)))
  const all = Promise.all(reads).then(() => order.push('requests'))
  const judge = await judgeOf('acme', about)
  deepEqual(await judge?.([finding]), [true])
  order.push('records')
  await all
  deepEqual(order, ['records', 'requests'])
})
