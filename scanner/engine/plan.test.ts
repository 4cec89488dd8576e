import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { ScanProblem } from '../kit/index.ts'
import { open, testConnection } from './open.ts'
import { planScan } from './plan.ts'
import { noHttp, type ToyState, toyProvider } from './toy-provider.ts'

const opened = (state: Partial<ToyState> = {}) =>
  open(toyProvider({ boxes: 1, ...state }), { uid: 'acct', secret: {}, http: noHttp })

test('exclusions leave units out and say so in the ledger', async () => {
  const session = await opened()
  const some = await planScan(session, {
    config: { excluded_checks: ['box_is_closed'], excluded_regions: ['south'] },
  })
  deepEqual(
    some.units.map(({ name, checks }) => [name, checks]),
    [['store/north', ['box_is_carried', 'box_breaks_judge']]],
  )
  equal(some.total, 2)
  deepEqual(
    some.coverage.map(({ check_id, region, outcome }) => [check_id, region, outcome]),
    [
      ['box_has_lid', 'north', 'excluded'],
      ['box_has_lid', 'south', 'excluded'],
      ['box_is_carried', 'south', 'excluded'],
      ['box_breaks_judge', 'south', 'excluded'],
    ],
  )
  const none = await planScan(session, { config: { excluded_services: ['store'] } })
  deepEqual([none.units, none.actions, none.coverage.length], [[], [], 6])
})

test('regions that are not among the named are excluded, and to name none that the account has is a mistake', async () => {
  const session = await opened()
  const one = await planScan(session, { config: { regions: ['south'] } })
  deepEqual(
    one.units.map(({ name }) => name),
    ['store/south'],
  )
  deepEqual(
    [...new Set(one.coverage.map(({ region, outcome }) => `${region} ${outcome}`))],
    ['north excluded'],
  )
  await rejects(planScan(session, { config: { regions: ['west'] } }), {
    code: 'invalid_configuration',
    detail: 'The scan configuration excludes every region of the account.',
  })
})

test('regions that the account would not list are a gap of every regional check', async () => {
  const gap = { outcome: 'denied', action: 'toy:ListRegions', sample: 'north' } as const
  const plan = await planScan(await opened({ regions: ['north'], gaps: [gap] }))
  equal(plan.regions_known, false)
  deepEqual(
    plan.coverage.map(({ region, outcome, action }) => [region, outcome, action]),
    Array.from({ length: 3 }, () => ['*', 'denied', 'toy:ListRegions']),
  )
})

const wrong: [string, Parameters<typeof planScan>[1], string][] = [
  [
    'an unknown check in an exclusion',
    { config: { excluded_checks: ['nope'] } },
    'invalid_configuration',
  ],
  ['an unknown chosen check', { checks: ['nope'] }, 'unknown_check'],
  ['an unknown service', { config: { excluded_services: ['nope'] } }, 'invalid_configuration'],
  ['a list that is none', { config: { excluded_checks: 'x' } }, 'invalid_configuration'],
  ['a threshold of another type', { config: { spare_weight: '9' } }, 'invalid_configuration'],
  ['a resource that is none', { uids: ['box 3'] }, 'unknown_resource'],
  ['a resource of an unknown region', { uids: ['toy:moon:box/1'] }, 'unknown_resource'],
  ['a foreign resource', { uids: ['toy:north:foreign/1'] }, 'foreign_resource'],
  ['no resources', { uids: [] }, 'too_many_resources'],
  [
    'eleven resources',
    { uids: Array.from({ length: 11 }, (_, n) => `toy:north:box/${n}`) },
    'too_many_resources',
  ],
]

for (const [what, input, code] of wrong) {
  test(`${what} is refused before the start`, async () => {
    const session = await opened()
    await rejects(planScan(session, input), (thrown: unknown) => {
      equal(thrown instanceof ScanProblem && thrown.code, code)
      return true
    })
  })
}

test('wrong timeouts and retries are refused before anything is called', async () => {
  for (const config of [{ retries: -1 }, { read_timeout_ms: 1.5 }, { endpoint_url: 'ftp://x' }]) {
    await rejects(
      open(toyProvider({ boxes: 0 }), { uid: 'acct', secret: {}, config, http: noHttp }),
      { code: 'invalid_configuration' },
    )
  }
})

test('a connection test that is not answered says so within its budget', async () => {
  const provider = toyProvider({ boxes: 0 })
  const silent: typeof provider = {
    ...provider,
    open: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const keepAlive = setTimeout(() => undefined, 1_000)
  const result = await testConnection(silent, { uid: 'acct', secret: {}, http: noHttp }, 30)
  clearTimeout(keepAlive)
  deepEqual([result.connected, result.code], [false, 'timeout'])
})
