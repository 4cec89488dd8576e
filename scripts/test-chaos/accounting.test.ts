import { deepEqual, match } from 'node:assert/strict'
import { test } from 'node:test'
import { account, type Recorded, type RecordedIngestion, type Upload } from './accounting.ts'

const upload = (more: Partial<Upload> = {}): Upload => ({
  name: 'a',
  records: 10,
  attempts: 1,
  acknowledged: ['1'],
  ...more,
})
const ingestion = (more: Partial<RecordedIngestion> = {}): RecordedIngestion => ({
  id: '1',
  name: 'a',
  status: 'completed',
  processed: 10,
  findings: 10,
  ...more,
})
const recorded = (
  ingestions: readonly RecordedIngestion[],
  rows: readonly [string, number, number][] = [['a', 10, 10]],
): Recorded => ({
  ingestions,
  rows: new Map(rows.map(([name, all, different]) => [name, { rows: all, different }])),
})

test('what is as it was acknowledged is no fault', () => {
  const unanswered = upload({ attempts: 3 })
  const cases: readonly [Upload, Recorded][] = [
    [upload(), recorded([ingestion()])],
    [unanswered, recorded([ingestion(), ingestion({ id: '2' })])],
    [unanswered, recorded([ingestion(), ingestion({ id: '2', status: 'failed', findings: 0 })])],
    [upload({ acknowledged: [] }), recorded([], [])],
    [upload({ acknowledged: [] }), recorded([ingestion()])],
    [
      upload({ attempts: 2, acknowledged: ['1', '2'] }),
      recorded([ingestion(), ingestion({ id: '2' })]),
    ],
  ]
  for (const [sent, found] of cases) deepEqual(account([sent], found).misses, [])
})

const faults: readonly [what: string, sent: Upload, found: Recorded, miss: RegExp][] = [
  ['an unlisted upload', upload(), recorded([]), /acknowledged ingestion 1 is not listed/],
  ['a failed upload', upload(), recorded([ingestion({ status: 'failed' })]), /is failed/],
  ['a stuck upload', upload(), recorded([ingestion({ status: 'processing' })]), /is processing/],
  [
    'an unanswered upload that is stuck',
    upload({ acknowledged: [] }),
    recorded([ingestion({ status: 'pending' })]),
    /is pending/,
  ],
  [
    'an ingestion of which no attempt is known',
    upload(),
    recorded([ingestion(), ingestion({ id: '2' })]),
    /2 ingestions of 1 attempts/,
  ],
  [
    'one ingestion for two attempts',
    upload({ attempts: 2, acknowledged: ['1', '1'] }),
    recorded([ingestion()]),
    /answered with the same ingestion/,
  ],
  ['lost records', upload(), recorded([ingestion()], [['a', 9, 9]]), /^1 records are lost/],
  [
    'lost records of an unanswered upload',
    upload({ acknowledged: [] }),
    recorded([ingestion()], []),
    /^10 records are lost/,
  ],
  [
    'doubled records',
    upload(),
    recorded([ingestion()], [['a', 12, 10]]),
    /^2 records are there twice/,
  ],
  [
    'records of no file',
    upload(),
    recorded([ingestion()], [['a', 11, 11]]),
    /11 different records of 10/,
  ],
  ['a wrong summary', upload(), recorded([ingestion({ processed: 9 })]), /reports 9 of 10/],
  [
    'a scan with too few findings',
    upload(),
    recorded([ingestion({ findings: 9 })]),
    /has 9 findings/,
  ],
  [
    'an ingestion of another file',
    upload(),
    recorded([ingestion(), ingestion({ id: '2', name: 'b' })]),
    /the file b was not sent/,
  ],
  [
    'findings of another file',
    upload(),
    recorded(
      [ingestion()],
      [
        ['a', 10, 10],
        ['b', 1, 1],
      ],
    ),
    /findings of b, which was not sent/,
  ],
]

for (const [what, sent, found, miss] of faults)
  test(`the accounting of uploads reports ${what}`, () => {
    const { misses } = account([sent], found)
    match(misses.join('\n'), new RegExp(miss.source, 'm'))
  })

test('attempts without an answer are counted', () => {
  const { counts } = account([upload({ attempts: 4 })], recorded([ingestion()]))
  deepEqual(counts, {
    files: 1,
    records: 10,
    acknowledged: 1,
    unacknowledged: 3,
    lost: 0,
    doubled: 0,
  })
})
