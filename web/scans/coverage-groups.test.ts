import { deepEqual } from 'node:assert/strict'
import test from 'node:test'
import { assessedOf, byOutcome, type Line, services } from './coverage-groups.ts'

const line = (more: Partial<Line>): Line => ({
  check_id: 's3_a',
  service: 's3',
  region: 'eu-west-1',
  resource_type: 'bucket',
  outcome: 'assessed',
  action: null,
  count: 1,
  sample: null,
  ...more,
})

const ledger = [
  line({ count: 4 }),
  line({ outcome: 'denied', action: 's3:GetBucketPolicy', sample: 'arn:a' }),
  line({ check_id: 's3_b', outcome: 'denied', action: 's3:GetBucketAcl', region: 'us-east-1' }),
  line({ check_id: 'kms_a', service: 'kms', count: 2 }),
  line({ check_id: 'iam_a', service: 'iam', outcome: 'excluded' }),
]

test('gaps come before what was assessed, and name the permissions that were missing', () => {
  const sections = byOutcome(ledger)
  deepEqual(
    sections.map(({ outcome, groups }) => [outcome, ...groups.map(({ service }) => service)]),
    [
      ['denied', 's3'],
      ['excluded', 'iam'],
      ['assessed', 's3', 'kms'],
    ],
  )
  deepEqual(sections[0]?.groups[0], {
    service: 's3',
    actions: ['s3:GetBucketAcl', 's3:GetBucketPolicy'],
    checks: 2,
    regions: ['eu-west-1', 'us-east-1'],
    count: 2,
    sample: 'arn:a',
  })
})

test('a pair of check and region with one gap is not assessed, and an excluded one is none', () => {
  deepEqual(assessedOf(ledger), { assessed: 1, total: 3 })
})

test('services with gaps come first', () => {
  deepEqual(
    services(ledger).map(({ service, assessed, total, records, gaps }) => [
      service,
      assessed,
      total,
      records,
      gaps.join(),
    ]),
    [
      ['s3', 0, 2, 4, 'denied'],
      ['iam', 0, 0, 0, ''],
      ['kms', 1, 1, 2, ''],
    ],
  )
})
