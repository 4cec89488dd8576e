import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import { readOcsfFindings } from './read-ocsf.ts'

/** A record with a value at this path. */
function recordWith(path: string, value: unknown): Record<string, unknown> {
  const record: Record<string, unknown> = {
    class_uid: 2004,
    time: 1_790_000_000_000,
    metadata: { version: '1.5.0', event_code: 'check', product: { name: 'Prowler' } },
    finding_info: { uid: 'uid' },
    status_code: 'FAIL',
    cloud: { provider: 'aws', account: { uid: '123456789012' } },
    resources: [{ uid: 'arn:aws:s3:::bucket', region: 'eu-west-1', group: { name: 's3' } }],
  }
  const names = path.split('/')
  const last = names.pop() as string
  let at = record
  for (const [index, name] of names.entries()) {
    const isList = /^\d+$/.test(names[index + 1] ?? last)
    at = (at[name] ??= isList ? [] : {}) as Record<string, unknown>
  }
  at[last] = value
  return record
}

const fields = [
  'time',
  'time_dt',
  'status',
  'status_id',
  'status_code',
  'status_detail',
  'severity',
  'severity_id',
  'activity_name',
  'comment',
  'metadata/version',
  'metadata/event_code',
  'metadata/product/name',
  'finding_info/uid',
  'finding_info/title',
  'compliance/status',
  'cloud/provider',
  'cloud/region',
  'cloud/account/uid',
  'cloud/account/name',
  'resources/0/uid',
  'resources/0/name',
  'resources/0/type',
  'resources/0/region',
  'resources/0/group/name',
  'resources/0/cloud_partition',
  'resources/0/labels/0',
  'resources/0/tags/0/name',
  'resources/0/tags/0/value',
  'resources/0/owner/account/uid',
]
const texts: Readonly<Record<string, (size: number) => string>> = {
  dashes: (size) => `A${'-'.repeat(size)}b`,
  blanks: (size) => `a${' '.repeat(size)}b`,
  colons: (size) => `a${':'.repeat(size)}b`,
  'equals signs': (size) => `a${'='.repeat(size)}b`,
  digits: (size) => `1${'0'.repeat(size)}b`,
  'dates without an end': (size) => `2026-11-27T00:00:00.${'0'.repeat(size)}b`,
}

/** Returns the CPU time of this thread in microseconds. */
function costOf(record: unknown): number {
  const before = process.threadCpuUsage()
  readOcsfFindings(record)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

// Quadratic work takes sixteen times as long for the larger text; less than a quarter of a second is noise.
for (const [what, text] of Object.entries(texts)) {
  test(`the work of reading a record grows with its size only: ${what}`, () => {
    const [small, large] = [text(40_000), text(160_000)]
    for (const field of fields) {
      costOf(recordWith(field, small)) // compiles the code
      const first = costOf(recordWith(field, small))
      const second = costOf(recordWith(field, large))
      ok(second < 8 * first + 250_000, `${field}: ${first} µs, then ${second} µs`)
    }
  })
}

test('the work of reading the labels of a record grows with their size only', () => {
  const labels = (length: number): string[] =>
    Array.from({ length: 20 }, (_, at) => `${at}${':'.repeat(length)}`)
  const first = costOf(recordWith('resources/0/labels', labels(4_000)))
  const second = costOf(recordWith('resources/0/labels', labels(16_000)))
  ok(second < 8 * first + 250_000, `${first} µs, then ${second} µs`)
})
