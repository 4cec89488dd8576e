import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { type FileFinding, isProblem, readOcsf } from './read-ocsf.ts'

const plain = {
  class_uid: 2004,
  time: 1_768_478_400_000,
  severity_id: 4,
  status_code: 'FAIL',
  metadata: { version: '1.4.0', event_code: 'check' },
  finding_info: { uid: 'f-1' },
  cloud: { provider: 'aws', account: { uid: '123456789012' } },
  resources: [{ uid: 'arn:aws:s3:::a' }],
}

function read(record: unknown): FileFinding {
  const found = readOcsf(record)
  ok(!isProblem(found), JSON.stringify(found))
  return found
}

const said: readonly (readonly [what: string, changed: object, expected: object])[] = [
  ['the word Resolved', { status_code: undefined, status: 'Resolved' }, { status: 'PASS' }],
  [
    'the word Deleted beside another number',
    { status_code: undefined, status: 'Deleted', status_id: 99 },
    { status: 'PASS' },
  ],
  [
    'a number beside another word',
    { status_code: undefined, status: 'Resolved', status_id: 1 },
    { status: 'FAIL' },
  ],
  ['the activity Close', { status_code: undefined, activity_name: 'Close' }, { status: 'PASS' }],
  [
    'the activity Close beside an unknown number',
    { status_code: undefined, activity_name: 'Close', activity_id: 0 },
    { status: 'PASS' },
  ],
  ['a type of closed findings', { status_code: undefined, type_uid: 200_403 }, { status: 'PASS' }],
  ['a skipped check', { status_code: 'SKIPPED' }, { status: 'MANUAL' }],
  ['a check that does not apply', { status_code: 'NOT_APPLICABLE' }, { status: 'MANUAL' }],
  [
    'a check that does not apply, in words',
    { class_uid: 2003, status_code: undefined, compliance: { status: 'Not Applicable' } },
    { status: 'MANUAL' },
  ],
  ['fatal', { severity_id: undefined, severity: 'Fatal' }, { severity: 'critical' }],
  ['fatal beside another number', { severity_id: 99, severity: 'FATAL' }, { severity: 'critical' }],
  ['high beside an unknown number', { severity_id: 0, severity: 'High' }, { severity: 'high' }],
]
for (const [what, changed, expected] of said) {
  test(`words of the schema are read where its numbers are silent: ${what}`, () => {
    const { status, severity } = read({ ...plain, ...changed }).finding
    deepEqual({ status, severity }, { status: 'FAIL', severity: 'high', ...expected })
  })
}
