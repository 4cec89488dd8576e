import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CallProblem, type ScanConfig, serviceAbsent } from '../kit/index.ts'
import { summarize } from './coverage.ts'
import { openInventory, planInventory, readInventory } from './inventory.ts'
import { open } from './open.ts'
import { type PlanInput, planScan } from './plan.ts'
import { type ScanInput, type ScanResult, scan, type UnitResult } from './scan.ts'
import { denied, noHttp, type ToyState, toyProvider } from './toy-provider.ts'

const opened = (state: ToyState, config: ScanConfig = {}) =>
  open(toyProvider(state), { uid: 'acct', secret: {}, config, http: noHttp })

type Rest = Omit<ScanInput<unknown>, 'session'>

async function run(
  state: ToyState,
  input: PlanInput = {},
  rest: Rest = {},
): Promise<readonly ScanResult[]> {
  const session = await opened(state)
  const results: ScanResult[] = []
  for await (const result of scan(await planScan(session, input), { session, ...rest })) {
    structuredClone(result)
    results.push(result)
  }
  return results
}

const units = (results: readonly ScanResult[]): readonly UnitResult[] =>
  results.filter((it) => it.kind === 'unit')

const only = (state: ToyState): ToyState => ({ regions: ['north'], ...state })
const lid = { checks: ['box_has_lid'] }
const absent = new CallProblem(serviceAbsent, 'error', 'store:ListBoxes', 'not here')

const coverage = (result: UnitResult | undefined) =>
  result?.coverage.map((row) => [row.check_id, row.outcome, row.action, row.count])

test('a scan gives every unit once, with findings, coverage and monotonic progress', async () => {
  const results = units(await run({ boxes: 3 }, lid))
  deepEqual(results.map(({ unit }) => unit).sort(), ['store/north', 'store/south'])
  deepEqual(
    results.map(({ checked, total, emitted }) => [checked, total, emitted]),
    [
      [1, 2, 3],
      [2, 2, 3],
    ],
  )
  const north = results.find(({ region }) => region === 'north')
  deepEqual(
    north?.findings.map(({ uid, status, severity, status_extended }) => [
      uid,
      status,
      severity,
      status_extended,
    ]),
    [
      ['plumbline-toy-box_has_lid-acct-north-toy:north:box/0', 'PASS', 'low', 'box-0 has a lid.'],
      ['plumbline-toy-box_has_lid-acct-north-toy:north:box/1', 'FAIL', 'low', 'box-1 has no lid.'],
      ['plumbline-toy-box_has_lid-acct-north-toy:north:box/2', 'PASS', 'low', 'box-2 has a lid.'],
    ],
  )
  deepEqual(coverage(north), [['box_has_lid', 'assessed', null, 3]])
})

test('only what the chosen checks need is read', async () => {
  const calls = new Set<string>()
  const state = only({ boxes: 2, onCall: (name) => void calls.add(name) })
  await run(state, lid)
  deepEqual([...calls], ['boxes', 'lid:0', 'lid:1', 'boxes-end'])
})

test('the plan names the permissions that the chosen checks take, those of joins included', async () => {
  const session = await opened({ boxes: 0 })
  deepEqual((await planScan(session, lid)).actions, ['store:GetLid', 'store:ListBoxes'])
  deepEqual((await planScan(session, { checks: ['box_is_carried'] })).actions, [
    'store:GetStrength',
    'store:GetWeight',
    'store:ListBoxes',
    'store:ListShelves',
  ])
})

test('a join is read first, thresholds come from the configuration, a verdict may set its severity', async () => {
  const check = { checks: ['box_is_carried'] }
  const [usual] = units(await run(only({ boxes: 4 }), check))
  deepEqual(
    usual?.findings.map(({ status, severity }) => [status, severity]),
    [
      ['PASS', 'high'],
      ['PASS', 'high'],
      ['PASS', 'high'],
      ['FAIL', 'critical'],
    ],
  )
  const config = { spare_weight: 2 }
  const [strict] = units(await run(only({ boxes: 4 }), { ...check, config }))
  deepEqual(
    strict?.findings.map(({ status }) => status),
    ['PASS', 'FAIL', 'FAIL', 'FAIL'],
  )
})

test('a field that cannot be read is a gap of its record, with the uid its finding would have had', async () => {
  const onCall = (name: string) => {
    if (name === 'lid:1') throw denied('store:GetLid')
  }
  const [unit] = units(await run(only({ boxes: 3, onCall }), lid))
  equal(unit?.findings.length, 2)
  deepEqual(unit?.unread, [
    {
      check_id: 'box_has_lid',
      uid: 'plumbline-toy-box_has_lid-acct-north-toy:north:box/1',
      reason: 'AccessDenied',
      action: 'store:GetLid',
    },
  ])
  deepEqual(coverage(unit), [
    ['box_has_lid', 'assessed', null, 2],
    ['box_has_lid', 'denied', 'store:GetLid', 1],
  ])
})

test('a thousand records that one check cannot read are named, and with more of them the whole check is unread', async () => {
  const onCall = async (name: string) => {
    if (name.startsWith('lid:')) throw denied('store:GetLid')
  }
  const unreadOf = async (boxes: number) => {
    const [result] = units(await run(only({ boxes, onCall }), lid))
    deepEqual(coverage(result), [['box_has_lid', 'denied', 'store:GetLid', boxes]])
    return result?.unread ?? []
  }
  const few = await unreadOf(1_000)
  deepEqual([few.length, few.filter(({ uid }) => uid === null).length], [1_000, 0])
  const many = await unreadOf(3_000)
  deepEqual([many.length, many.filter(({ uid }) => uid === null).length], [1_001, 1])
})

test('a list that fails is a gap of the whole check, also when it fails after its first records', async () => {
  for (const [at, findings] of [
    ['boxes', 0],
    ['boxes-end', 3],
  ] as const) {
    const onCall = (name: string) => {
      if (name === at) throw denied('store:ListBoxes')
    }
    const [unit] = units(await run(only({ boxes: 3, onCall }), lid))
    equal(unit?.findings.length, findings)
    deepEqual(unit?.unread, [
      { check_id: 'box_has_lid', uid: null, reason: 'AccessDenied', action: 'store:ListBoxes' },
    ])
    ok(unit?.coverage.some((row) => row.outcome === 'denied' && row.sample === 'north'))
  }
})

test('an incomplete item of a list is a gap, and the others are judged', async () => {
  const lines: string[] = []
  const inventory = (line: unknown) => void lines.push(JSON.stringify(line))
  const state = only({ boxes: 5, incomplete: [1, 3] })
  const [unit] = units(await run(state, lid, { inventory }))
  deepEqual(
    unit?.findings.map(({ resource }) => resource.name),
    ['box-0', 'box-2', 'box-4'],
  )
  deepEqual(unit?.unread, [
    { check_id: 'box_has_lid', uid: null, reason: 'broken_answer', action: 'store:ListBoxes' },
  ])
  deepEqual(coverage(unit), [
    ['box_has_lid', 'assessed', null, 3],
    ['box_has_lid', 'error', 'store:ListBoxes', 2],
  ])
  const kept = await readInventory(Readable.from(lines))
  const session = openInventory(toyProvider(state), kept)
  const again: ScanResult[] = []
  for await (const result of scan(await planInventory(session, kept), { session }))
    again.push(result)
  const [replayed] = units(again)
  deepEqual([replayed?.findings, coverage(replayed)], [unit?.findings, coverage(unit)])
})

test('a named resource is not gone if an item of its list is incomplete', async () => {
  const state = only({ boxes: 3, incomplete: [1] })
  const [unit] = units(await run(state, { ...lid, uids: ['toy:north:box/1', 'toy:north:box/9'] }))
  deepEqual([unit?.findings, unit?.gone], [[], []])
})

test('a join that cannot be read leaves without a verdict only what depends on it', async () => {
  for (const [at, action] of [
    ['shelves', 'store:ListShelves'],
    ['strength', 'store:GetStrength'],
  ] as const) {
    const onCall = (name: string) => {
      if (name === at) throw denied(action)
    }
    const [unit] = units(
      await run(only({ boxes: 2, onCall }), { checks: ['box_is_carried', 'box_has_lid'] }),
    )
    deepEqual(coverage(unit), [
      ['box_has_lid', 'assessed', null, 2],
      ['box_is_carried', 'denied', action, 2],
    ])
  }
})

test('a bug in a judge costs one record of one check; of several verdicts the worst speaks', async () => {
  const [unit] = units(await run(only({ boxes: 3 }), { checks: ['box_breaks_judge'] }))
  deepEqual(
    unit?.findings.map(({ status, status_extended }) => [status, status_extended]),
    [
      ['FAIL', 'Second. Third.'],
      ['FAIL', 'Second. Third.'],
    ],
  )
  deepEqual(coverage(unit), [
    ['box_breaks_judge', 'assessed', null, 2],
    ['box_breaks_judge', 'error', null, 1],
  ])
})

test('a bug in a read is an error gap, never a verdict', async () => {
  const onCall = (name: string) => {
    if (name === 'lid:0') throw new TypeError('a bug')
  }
  const [unit] = units(await run(only({ boxes: 1, onCall }), lid))
  deepEqual([unit?.findings.length, coverage(unit)], [0, [['box_has_lid', 'error', null, 1]]])
})

test('nothing to look at is not applicable', async () => {
  const [unit] = units(await run(only({ boxes: 0 }), lid))
  deepEqual(coverage(unit), [['box_has_lid', 'not_applicable', null, 0]])
})

test('a list of a service that the region does not have is empty, and no gap', async () => {
  const onCall = (name: string) => {
    if (name === 'boxes') throw absent
  }
  const [unit] = units(await run(only({ boxes: 2, onCall }), lid))
  deepEqual(coverage(unit), [['box_has_lid', 'not_applicable', null, 0]])
  deepEqual([unit?.findings, unit?.unread], [[], []])
})

test('a list that breaks off for an absent service is a gap: there was something', async () => {
  const onCall = (name: string) => {
    if (name === 'boxes-end') throw absent
  }
  const [unit] = units(await run(only({ boxes: 2, onCall }), lid))
  deepEqual(coverage(unit), [
    ['box_has_lid', 'assessed', null, 2],
    ['box_has_lid', 'error', 'store:ListBoxes', 1],
  ])
})

test('a check that needs a service that the region does not have is not applicable', async () => {
  const onCall = (name: string) => {
    if (name === 'lid:1') throw absent
  }
  const [unit] = units(await run(only({ boxes: 2, onCall }), lid))
  deepEqual(coverage(unit), [
    ['box_has_lid', 'assessed', null, 1],
    ['box_has_lid', 'not_applicable', null, 1],
  ])
  deepEqual(unit?.unread, [])
})

test('a unit is claimed right before it starts, and one that is refused does not run', async () => {
  const events: string[] = []
  const state: ToyState = {
    boxes: 1,
    onCall: (name, region) => void (name === 'boxes' && events.push(`run ${region}`)),
  }
  const claim = async (names: readonly string[]) => {
    events.push(...names.map((name) => `claim ${name}`))
    return names.filter((name) => name === 'store/south')
  }
  const results = await run(state, lid, { claim, concurrency: 1 })
  deepEqual(events, ['claim store/north', 'claim store/south', 'run south'])
  equal(results.length, 1)
})

test('at most `concurrency` units are in flight, and none starts while a result waits', async () => {
  let started = 0
  const regions = ['a', 'b', 'c', 'd', 'e']
  const session = await opened({
    boxes: 1,
    regions,
    onCall: (n) => void (n === 'boxes' && started++),
  })
  const results = scan(await planScan(session, lid), { session, concurrency: 2 })
  await results.next()
  await wait(20)
  ok(started <= 2, `${started} units started before the first result was taken`)
  let rest = 1
  for await (const result of results) rest += result.kind === 'unit' ? 1 : 0
  equal(rest, 5)
})

test('a large unit comes in slices when asked, and its end counts them all', async () => {
  const results = await run(only({ boxes: 25 }), lid, { sliceSize: 10 })
  deepEqual(
    results.map((it) => [it.kind, it.kind === 'failed' ? 0 : it.findings.length]),
    [
      ['slice', 10],
      ['slice', 10],
      ['unit', 5],
    ],
  )
  equal(units(results)[0]?.emitted, 25)
})

test('what was handed over is let go of, however long another unit takes', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const slow = Promise.withResolvers<void>()
  const onCall = (name: string, region: string) =>
    region === 'south' && name === 'boxes' ? slow.promise : undefined
  const session = await opened({ boxes: 200, onCall })
  const slices: WeakRef<object>[] = []
  const results = scan(await planScan(session, lid), { session, sliceSize: 5 })
  for await (const { kind, ...result } of results) {
    if (kind === 'slice' && 'findings' in result) slices.push(new WeakRef(result.findings))
    if (slices.length < 35) continue
    await wait(1)
    collectGarbage()
    const kept = slices.filter((slice) => slice.deref()).length
    ok(kept < 5, `${kept} of ${slices.length} slices are still held`)
    break
  }
  slow.resolve()
})

test('cancelling ends a hanging scan with an AbortError', async () => {
  const stop = new AbortController()
  // Longer than a test may take, so only the signal can end it.
  const onCall = (_: string, __: string, signal: AbortSignal) =>
    wait(3_600_000, undefined, { signal, ref: false })
  setTimeout(() => stop.abort(), 30)
  await rejects(run({ boxes: 5, onCall }, lid, { signal: stop.signal }), { name: 'AbortError' })
})

test('leaving the loop early stops the calls of the units in flight', async () => {
  let stopped = 0
  const onCall = async (name: string, region: string, signal: AbortSignal) => {
    if (region === 'north' || name !== 'boxes') return
    signal.addEventListener('abort', () => stopped++)
    await wait(60_000, undefined, { signal, ref: false })
  }
  const session = await opened({ boxes: 1, onCall })
  for await (const result of scan(await planScan(session, lid), { session })) {
    equal(result.unit, 'store/north')
    break
  }
  equal(stopped, 1)
})

test('a partial scan walks the list, reads only the named resources, and tells which are gone', async () => {
  const calls: string[] = []
  const state: ToyState = {
    boxes: 5,
    onCall: (name, region) => void calls.push(`${region} ${name}`),
  }
  const uids = ['toy:north:box/3', 'toy:north:box/99']
  const [unit, none] = units(await run(state, { ...lid, uids }))
  equal(none, undefined)
  deepEqual(calls, ['north boxes', 'north lid:3', 'north boxes-end'])
  deepEqual(
    unit?.findings.map(({ resource }) => resource.uid),
    ['toy:north:box/3'],
  )
  deepEqual(unit?.gone, ['toy:north:box/99'])
})

test('a named resource that no chosen check looks at is not told as gone', async () => {
  const uids = ['toy:north:box/1', 'toy:north:shelf/top']
  const [unit] = units(await run({ boxes: 2 }, { ...lid, uids }))
  deepEqual([unit?.findings.length, unit?.gone], [1, []])
})

test('of what a partial scan joins only the joined fields are read', async () => {
  const calls: string[] = []
  const state = only({ boxes: 3, onCall: (name) => void calls.push(name) })
  await run(state, { checks: ['box_is_carried'], uids: ['toy:north:box/1'] })
  deepEqual(calls, ['shelves', 'strength', 'boxes', 'weight:1', 'boxes-end'])
})

test('a resource that several services may hold is gone when none of them has it', async () => {
  const north = toyProvider(only({ boxes: 2 }))
  const { store } = toyProvider(only({ boxes: 4 })).services
  ok(store)
  const provider = {
    ...north,
    services: { ...north.services, depot: async () => ({ ...(await store()), name: 'depot' }) },
    locate: (uid: string) => north.locate(uid).flatMap((it) => [it, { ...it, service: 'depot' }]),
  }
  const goneWith = async (config: ScanConfig) => {
    const session = await open(provider, { uid: 'acct', secret: {}, config, http: noHttp })
    const results: ScanResult[] = []
    const uids = [1, 3, 99].map((n) => `toy:north:box/${n}`)
    const plan = await planScan(session, { ...lid, uids, config })
    for await (const result of scan(plan, { session })) results.push(result)
    return units(results).flatMap(({ gone }) => gone)
  }
  deepEqual(await goneWith({}), ['toy:north:box/99'])
  deepEqual(await goneWith({ excluded_services: ['store'] }), [])
})

test('a resource is not gone when its list could not be read whole', async () => {
  const onCall = (name: string) => {
    if (name === 'boxes-end') throw denied('store:ListBoxes')
  }
  const [unit] = units(await run({ boxes: 1, onCall }, { ...lid, uids: ['toy:north:box/99'] }))
  deepEqual(unit?.gone, [])
})

test('a cap on resources is a gap of its own name, and what it hid is not closed', async () => {
  for (const config of [{ max_boxes: 2 }, { max_scanned_resources_per_service: 2 }]) {
    const [unit] = units(await run(only({ boxes: 5 }), { ...lid, config }))
    equal(unit?.findings.length, 2)
    deepEqual(
      unit?.coverage.map(({ outcome, count }) => [outcome, count]),
      [
        ['assessed', 2],
        ['capped', 1],
      ],
    )
    deepEqual(summarize(unit?.coverage ?? []).gaps, [{ outcome: 'capped', action: null, count: 1 }])
    deepEqual(
      unit?.unread.map(({ uid, reason }) => [uid, reason]),
      [[null, 'resource_limit']],
    )
  }
  const config = { max_boxes: 0, max_scanned_resources_per_service: 2 }
  const [all] = units(await run(only({ boxes: 5 }), { ...lid, config }))
  equal(all?.findings.length, 5)
})
