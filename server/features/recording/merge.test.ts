/** What one slice makes of the live rows, as tables: no database, no clock. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { seeded, testSeed } from '@plumbline/scanner/testing'
import {
  countedOf,
  deltaCodes,
  severityCodes,
  statusCodes,
  triageCodes,
} from '../versions/codes.ts'
import {
  type Closed,
  type Live,
  Merge,
  type MergeInput,
  type MergePlan,
  type Recorded,
  type UnitEvidence,
} from './merge.ts'
import type { ScanKind, Staged } from '../versions/index.ts'
import { allKeys } from './batches.ts'

const { PASS, FAIL, MANUAL } = statusCodes
const { high, low } = severityCodes
const finding_key = (at: number): string =>
  `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`

const staged = (more: Partial<Staged> = {}): Staged => ({
  finding_key: finding_key(1),
  unit: 's3/eu',
  uid: 'one',
  check_id: 'encrypted',
  raw_status: FAIL,
  severity: high,
  status_extended: 'It is not.',
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  resource_key: 'r',
  body_key: 'b',
  ...more,
})
const live = (more: Partial<Live> = {}): Live => ({
  finding_key: finding_key(1),
  scan_id: 'earlier',
  unit: 's3/eu',
  check_id: 'encrypted',
  status: FAIL,
  status_until: null,
  raw_status: FAIL,
  severity: high,
  delta: deltaCodes.new,
  muted: false,
  mute_rule_id: null,
  muted_reason: null,
  suppression: null,
  triage: null,
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  resource_id: 'resource',
  seq_from: 1,
  counted: countedOf(high, FAIL, false),
  removed_at: null,
  status_extended: 'It is not.',
  body_key: 'b',
  observed_seq: null,
  gapped: false,
  ...more,
})
/** The settings of a case, beside what was seen and is live. */
interface Case
  extends Partial<Omit<MergeInput, 'scan' | 'live' | 'closed' | 'evidence'>>,
    Partial<UnitEvidence> {
  readonly kind?: ScanKind
  readonly unit?: string
  readonly seenChecks?: ReadonlySet<string>
  readonly first?: boolean
}
const input: Omit<MergeInput, 'scan' | 'live' | 'closed' | 'evidence'> = {
  now: '2026-01-02T00:00:00.000Z',
  doneUnits: new Set(),
  rules: [],
  listed: new Set(),
  deltas: new Map(),
  before: new Map(),
  idOf: () => 'version',
  resourceIds: new Map([['r', 'seen on']]),
}

function merged(
  {
    kind = 'full',
    unit = 's3/eu',
    seenChecks = new Set(['encrypted']),
    checks = null,
    unread = new Set(),
    unreadChecks = new Set(),
    excluded = new Set(),
    first = false,
    ...more
  }: Case,
  staged: readonly Staged[],
  live: readonly Live[],
  closed: readonly Closed[] = [],
): MergePlan & { counts: Recorded } {
  const merge = new Merge({
    ...input,
    ...more,
    scan: { id: 'this', kind, seq: 2 },
    live: new Map(live.map((row) => [row.finding_key, row])),
    closed: new Map(closed.map((row) => [row.finding_key, row])),
    evidence: new Map([[unit, { checks, unread, unreadChecks, excluded }]]),
  })
  const slice = { unit, staged, ...allKeys, first, checks: seenChecks }
  const [counts] = merge.merge([slice])
  ok(counts)
  return { ...merge.plan, counts }
}

/** How many rows each list of the plan has, without the empty ones; `merged` ones are not written. */
function writes({ counts: _, tally, updated, ...lists }: ReturnType<typeof merged>) {
  const [rewritten, versioned] = [
    updated.filter(({ id }) => id === null),
    updated.filter(({ id }) => id !== null),
  ]
  const { rollups, failed } = tally
  const moved = { rollups: [...rollups], failed: [...failed].filter(([, by]) => by !== 0) }
  const sizes = Object.entries({ ...lists, rewritten, versioned, ...moved }).map(
    ([name, { length }]) => [name, length] as const,
  )
  return Object.fromEntries(sizes.filter(([, size]) => size > 0))
}

test('a finding of an excluded region is closed as unplanned, and others of its check as removed', () => {
  const excluded = new Set(['encrypted us', 'logged eu'])
  const reasonOf = (region: string, more: Case = {}) =>
    merged({ excluded, ...more }, [], [live({ region })]).closed.map(({ reason }) => reason)
  deepEqual(reasonOf('us'), ['unplanned'])
  deepEqual(reasonOf('us', { unreadChecks: new Set(['encrypted']) }), ['unplanned'])
  deepEqual(reasonOf('eu'), ['removed'])
})

const until = '2026-02-01T00:00:00.000Z'
const cases: readonly [string, Case, Staged[], Live[], Record<string, number>][] = [
  ['nothing seen and nothing live', {}, [], [], {}],
  ['the same again is not written', {}, [staged()], [live()], {}],
  ['never seen before', {}, [staged()], [], { inserted: 1, rollups: 1, failed: 1 }],
  [
    'another status',
    {},
    [staged({ raw_status: PASS })],
    [live()],
    { versioned: 1, rollups: 1, failed: 1 },
  ],
  [
    'another severity',
    {},
    [staged({ severity: low })],
    [live()],
    { versioned: 1, rollups: 2, failed: 2 },
  ],
  ['other words', {}, [staged({ status_extended: 'No.' })], [live()], { rewritten: 1 }],
  ['another record', {}, [staged({ body_key: 'c' })], [live()], { rewritten: 1 }],
  [
    'marked as removed by a partial scan',
    {},
    [staged()],
    [live({ removed_at: until })],
    { rewritten: 1 },
  ],
  ['not seen any more', {}, [], [live()], { closed: 1, rollups: 1, failed: 1 }],
  [
    'not seen, because it was unread',
    { unread: new Set([finding_key(1)]) },
    [],
    [live()],
    { gaps: 1 },
  ],
  [
    'not seen, of a list that was read in part',
    { unreadChecks: new Set(['encrypted']) },
    [],
    [live()],
    { gaps: 1 },
  ],
  [
    'not seen, of a list that was not read: one gap stands for all',
    { unreadChecks: new Set(['encrypted']), seenChecks: new Set() },
    [],
    [live()],
    {},
  ],
  [
    'not seen, and not in the plan',
    { checks: new Set(['logged']) },
    [],
    [live()],
    { closed: 1, rollups: 1, failed: 1 },
  ],
  ['not seen by a partial scan', { kind: 'partial', unit: 'partial' }, [], [live()], {}],
  ['not in a file', { kind: 'import' }, [], [live()], { gaps: 1 }],
  [
    'the same, by a partial scan',
    { kind: 'partial', unit: 'partial' },
    [staged()],
    [live()],
    { rewritten: 1 },
  ],
  [
    'another status, by a partial scan: rollups wait',
    { kind: 'partial', unit: 'partial' },
    [staged({ raw_status: PASS })],
    [live()],
    { versioned: 1 },
  ],
  [
    'in another unit',
    {},
    [staged()],
    [live({ unit: 's3/us' })],
    { versioned: 1, rollups: 2, failed: 2 },
  ],
  [
    'in another unit that saw it already',
    { doneUnits: new Set(['s3/us']) },
    [staged()],
    [live({ unit: 's3/us' })],
    { merged: 1 },
  ],
  [
    'in another unit that could not read it',
    { doneUnits: new Set(['s3/us']) },
    [staged()],
    [live({ unit: 's3/us', gapped: true })],
    { versioned: 1, rollups: 2, failed: 2 },
  ],
  [
    'under another check, in a file: it moves there',
    { kind: 'import', seenChecks: new Set(['logged']) },
    [staged({ check_id: 'logged' })],
    [live()],
    { versioned: 1, rollups: 2, failed: 2 },
  ],
  [
    'in another unit and under another check, in a file: it stays where it was',
    { kind: 'import', unit: 's3/us' },
    [staged({ check_id: 'logged' })],
    [live()],
    { rewritten: 1 },
  ],
  [
    'what a partial scan changed moves its bucket with the full scan that agrees',
    {},
    [staged({ raw_status: PASS })],
    [live({ status: PASS, raw_status: PASS })],
    { rewritten: 1, rollups: 1, failed: 1 },
  ],
  [
    'an attestation that runs',
    {},
    [staged({ raw_status: MANUAL })],
    [
      live({
        status: PASS,
        raw_status: MANUAL,
        status_until: until,
        triage: triageCodes.resolved,
        counted: countedOf(high, PASS, false),
      }),
    ],
    {},
  ],
  [
    'an attestation that is over',
    {},
    [staged({ raw_status: MANUAL })],
    [
      live({
        status: PASS,
        raw_status: MANUAL,
        status_until: '2026-01-01T00:00:00.000Z',
        counted: countedOf(high, PASS, false),
      }),
    ],
    { rewritten: 1, rollups: 1, changes: 1 },
  ],
  ['one uid twice', {}, [staged(), staged()], [live()], { merged: 1 }],
  [
    'a unit that runs again counts what is new again, and writes no row',
    {},
    [staged()],
    [live({ scan_id: 'this' })],
    { rollups: 1 },
  ],
  [
    'a unit that runs again and sees otherwise corrects its own version',
    { before: new Map([[finding_key(1), PASS]]) },
    [staged({ raw_status: PASS })],
    [live({ scan_id: 'this', delta: deltaCodes.changed })],
    { versioned: 1, rollups: 1, failed: 1 },
  ],
]
for (const [name, more, seen, known, expected] of cases) {
  test(`a merge: ${name}`, () => {
    deepEqual(writes(merged(more, seen, known)), expected)
  })
}

test('gaps are ranges: of each check all that was missed, nothing that was seen, and no two that touch', () => {
  const random = seeded(testSeed)
  for (let run = 0; run < 200; run += 1) {
    const known = new Map<string, Live>()
    const seen: Staged[] = []
    for (let at = 1; at <= 30; at += 1) {
      const one = {
        finding_key: finding_key(at),
        check_id: random() < 0.5 ? 'encrypted' : 'logged',
      }
      if (random() < 0.8) known.set(one.finding_key, live(one))
      if (random() < 0.3) seen.push(staged(one))
    }
    const named = new Set(seen.map((one) => one.finding_key))
    const missed = [...known.values()].filter((row) => !named.has(row.finding_key))
    const cases: Case[] = [
      { kind: 'import' },
      { unreadChecks: new Set(['encrypted', 'logged']) },
      { unread: new Set(missed.map((row) => row.finding_key)) },
    ]
    for (const one of cases) {
      const seenChecks = new Set(['encrypted', 'logged'])
      const { gaps, closed } = merged({ ...one, seenChecks }, seen, [...known.values()])
      const has = ({ finding_key, check_id }: Staged | Live): boolean =>
        gaps.some(
          (gap) =>
            gap.check_id === check_id &&
            (gap.finding_key ?? '') <= finding_key &&
            finding_key <= (gap.last_key ?? ''),
        )
      deepEqual([missed.every(has), seen.some(has), closed], [true, false, []])
      for (const check_id of seenChecks) {
        const own = gaps.filter((gap) => gap.check_id === check_id)
        const ofCheck = seen.filter((row) => row.check_id === check_id)
        ok(own.length <= ofCheck.length + 1)
        ok(
          own.every(
            (gap, at) => at === 0 || (own[at - 1]?.last_key ?? '') < (gap.finding_key ?? ''),
          ),
        )
      }
    }
  }
})

test('a check that saw nothing has one gap, though a record of it was unread too', () => {
  const unread = { unread: new Set([finding_key(1)]), unreadChecks: new Set(['encrypted']) }
  const plan = { seenChecks: new Set<string>(), first: true }
  const { gaps } = merged({ ...unread, ...plan }, [], [live()])
  deepEqual(
    gaps.map((gap) => [gap.check_id, gap.finding_key, gap.last_key]),
    [['encrypted', null, null]],
  )
})

test('a finding that a file reports with a new result under another unit and check keeps the check of its unit', () => {
  const seen = staged({ check_id: 'logged', raw_status: PASS, unit: 's3/us' })
  const { updated } = merged({ kind: 'import', unit: 's3/us' }, [seen], [live()])
  deepEqual(
    updated.map((row) => [row.unit, row.check_id, row.raw_status]),
    [['s3/eu', 'encrypted', PASS]],
  )
})

test('what failed and is seen no more is taken from its rollup and its resource', () => {
  const { tally, closed } = merged({}, [], [live()])
  deepEqual(closed, [{ finding_key: finding_key(1), reason: 'removed' }])
  deepEqual(
    [...tally.rollups.values()].map(({ counts }) => [...counts]),
    [[[4, [-1, 0, 0]]]],
  )
  deepEqual([...tally.failed], [['resource', -1]])
})

test('a return compares with what was said before it went, and keeps its past', () => {
  const closedBefore = {
    finding_key: finding_key(1),
    raw_status: PASS,
    status_until: null,
    triage: triageCodes.under_review,
    suppression: null,
    first_seen_at: '2025-01-01T00:00:00.000Z',
  } as const
  const [version] = merged({}, [staged()], [], [closedBefore]).inserted
  deepEqual(
    [version?.delta, version?.triage, version?.first_seen_at],
    [deltaCodes.changed, triageCodes.reopened, closedBefore.first_seen_at],
  )
})

test('everything that was emitted is stored or merged', () => {
  const seen = [
    staged(),
    staged(),
    staged({ finding_key: finding_key(2) }),
    staged({ finding_key: finding_key(3) }),
  ]
  const ofOtherUnit = live({ finding_key: finding_key(3), unit: 's3/us' })
  const { counts } = merged({ doneUnits: new Set(['s3/us']) }, seen, [live(), ofOtherUnit])
  equal(counts.emitted, counts.stored + counts.merged)
  deepEqual(counts, { emitted: 4, stored: 2, merged: 2, gaps: 0 })
})

test('a row that another unit of the same transaction has seen moves there and is not closed', () => {
  for (const order of [
    ['s3/eu', 's3/us'],
    ['s3/us', 's3/eu'],
  ]) {
    const merge = new Merge({
      ...input,
      scan: { id: 'this', kind: 'full', seq: 2 },
      live: new Map([[finding_key(1), live({ unit: 's3/eu', gapped: true })]]),
      closed: new Map(),
      evidence: new Map(),
    })
    const seen = new Map([['s3/us', [staged({ unit: 's3/us' })]]])
    merge.merge(
      order.map((unit) => ({
        unit,
        staged: seen.get(unit) ?? [],
        ...allKeys,
        first: true,
        checks: new Set<string>(),
      })),
    )
    deepEqual(
      merge.plan.updated.map(({ unit }) => unit),
      ['s3/us'],
    )
    deepEqual(merge.plan.closed, [])
  }
})

test('only a file ends the mute of a file, and a rule comes before it', () => {
  const suppressed = { muted: true, muted_reason: 'By a file.', suppression: 'By a file.' }
  const rule = { id: 'rule', reason: 'By a rule.', uids: new Set(['one']), expires_at: null }
  const byFile = { reason: 'By another file.', keepsEarlier: true }
  const cases: [Case, Partial<Staged>, [boolean, string | null, string | null] | undefined][] = [
    [{}, {}, undefined], // a scan does not report it
    [{ kind: 'import' }, { suppression: byFile }, undefined],
    [{ kind: 'import' }, { suppression: null }, [false, null, null]],
    [{ kind: 'import', rules: [rule] }, { suppression: null }, [true, 'By a rule.', null]],
    [{ rules: [rule] }, {}, [true, 'By a rule.', 'By a file.']],
    [
      { kind: 'import' },
      { suppression: { ...byFile, keepsEarlier: false } },
      [true, 'By another file.', 'By another file.'],
    ],
  ]
  for (const [more, seen, expected] of cases) {
    const row = live({ ...suppressed, counted: countedOf(high, FAIL, true) })
    const { updated } = merged(more, [staged(seen)], [row])
    const [after] = updated
    deepEqual(after && [after.muted, after.muted_reason, after.suppression], expected)
  }
})
