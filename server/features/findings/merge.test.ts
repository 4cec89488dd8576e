/** What one slice makes of the live rows, as tables: no database, no clock. */
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  countedOf,
  deltaCodes,
  severityCodes,
  statusCodes,
  triageCodes,
} from '../observations/codes.ts'
import { type Live, type MergeInput, type MergePlan, merge } from './merge.ts'
import type { Staged } from '../observations/index.ts'

const { PASS, FAIL, MANUAL } = statusCodes
const { high, low } = severityCodes
const ukey = (at: number): string => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`

const staged = (more: Partial<Staged> = {}): Staged => ({
  ukey: ukey(1),
  unit: 's3/eu',
  uid: 'one',
  check_id: 'encrypted',
  raw_status: FAIL,
  severity: high,
  status_extended: 'It is not.',
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  rkey: 'r',
  body_key: 'b',
  ...more,
})
const live = (more: Partial<Live> = {}): Live => ({
  ukey: ukey(1),
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
  triage: null,
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  resource_id: 'resource',
  seq_from: 1,
  counted: countedOf(high, FAIL, false),
  gone_at: null,
  status_extended: 'It is not.',
  body_key: 'b',
  observed_seq: null,
  gapped: false,
  ...more,
})
const input = (more: Partial<MergeInput> = {}): MergeInput => ({
  kind: 'full',
  scanId: 'this',
  seq: 2,
  unit: 's3/eu',
  now: '2026-01-02T00:00:00.000Z',
  checks: null,
  unread: new Set(),
  unreadChecks: new Set(),
  seenChecks: new Set(['encrypted']),
  doneUnits: new Set(),
  rules: [],
  listed: new Set(),
  news: new Map(),
  before: new Map(),
  ...more,
})

/** How many rows each list of the plan has, without the empty ones. */
function writes(plan: MergePlan): Record<string, number> {
  const { counts: _, rollups, failed, ...lists } = plan
  const sizes = Object.entries(lists).map(([name, list]) => [name, list.length] as const)
  return Object.fromEntries(
    [...sizes, ['rollups', rollups.size] as const, ['failed', failed.size] as const].filter(
      ([, size]) => size > 0,
    ),
  )
}

const until = '2026-02-01T00:00:00.000Z'
const cases: readonly [string, Partial<MergeInput>, Staged[], Live[], Record<string, number>][] = [
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
  ['other words', {}, [staged({ status_extended: 'No.' })], [live()], { reworded: 1 }],
  ['another record', {}, [staged({ body_key: 'c' })], [live()], { reworded: 1 }],
  ['marked as gone by a partial scan', {}, [staged()], [live({ gone_at: until })], { reworded: 1 }],
  ['not seen any more', {}, [], [live()], { closed: 1, rollups: 1, failed: 1 }],
  ['not seen, because it was unread', { unread: new Set([ukey(1)]) }, [], [live()], { gaps: 1 }],
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
    { observed: 1 },
  ],
  [
    'another status, by a partial scan: rollups wait',
    { kind: 'partial', unit: 'partial' },
    [staged({ raw_status: PASS })],
    [live()],
    { versioned: 1, observed: 1 },
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
    {},
  ],
  [
    'in another unit that could not read it',
    { doneUnits: new Set(['s3/us']) },
    [staged()],
    [live({ unit: 's3/us', gapped: true })],
    { versioned: 1, rollups: 2, failed: 2 },
  ],
  [
    'what a partial scan changed moves its bucket with the full scan that agrees',
    {},
    [staged({ raw_status: PASS })],
    [live({ status: PASS, raw_status: PASS })],
    { recounted: 1, rollups: 1, failed: 1 },
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
    { rejudged: 1, recounted: 1, rollups: 1, changes: 1 },
  ],
  ['one uid twice', {}, [staged(), staged()], [live()], {}],
  [
    'a unit that runs again counts what is new again, and writes no row',
    {},
    [staged()],
    [live({ scan_id: 'this' })],
    { rollups: 1 },
  ],
  [
    'a unit that runs again and sees otherwise corrects its own version',
    { before: new Map([[ukey(1), PASS]]) },
    [staged({ raw_status: PASS })],
    [live({ scan_id: 'this', delta: deltaCodes.changed })],
    { corrected: 1, rollups: 1, failed: 1 },
  ],
]
for (const [name, more, seen, known, expected] of cases) {
  test(`a merge: ${name}`, () => {
    deepEqual(writes(merge(input(more), seen, known, [])), expected)
  })
}

test('what failed and is seen no more is taken from its rollup and its resource', () => {
  const { rollups, failed, closed } = merge(input(), [], [live()], [])
  deepEqual(closed, [{ ukey: ukey(1), reason: 'gone' }])
  deepEqual(
    [...rollups.values()].map(({ counts }) => [...counts]),
    [[[4, [-1, 0, 0]]]],
  )
  deepEqual([...failed], [['resource', -1]])
})

test('a return compares with what was said before it went, and keeps its past', () => {
  const gone = {
    ukey: ukey(1),
    raw_status: PASS,
    status_until: null,
    triage: triageCodes.under_review,
    first_seen_at: '2025-01-01T00:00:00.000Z',
  } as const
  const [version] = merge(input(), [staged()], [], [gone]).inserted
  deepEqual(
    [version?.delta, version?.triage, version?.first_seen_at],
    [deltaCodes.changed, triageCodes.reopened, gone.first_seen_at],
  )
})

test('everything that was emitted is stored or merged', () => {
  const seen = [staged(), staged(), staged({ ukey: ukey(2) }), staged({ ukey: ukey(3) })]
  const elsewhere = live({ ukey: ukey(3), unit: 's3/us' })
  const { counts } = merge(input({ doneUnits: new Set(['s3/us']) }), seen, [live(), elsewhere], [])
  equal(counts.emitted, counts.stored + counts.merged)
  deepEqual(counts, { emitted: 4, stored: 2, merged: 2 })
})
