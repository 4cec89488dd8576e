import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import type { CheckDescription, CoverageRow, FindingRecord } from '../engine/index.ts'
import { mostResults, sarif, type SarifContext } from './sarif.ts'

const check: CheckDescription = {
  id: 's3_bucket_public_access',
  service: 's3',
  severity: 'critical',
  resource_type: 'AwsS3Bucket',
  resource_group: 'storage',
  categories: ['internet-exposed'],
  config_keys: [],
  aliases: [],
  deprecated: false,
  title: 'Bucket is not open',
  description: 'Asks who may read the bucket.',
  risk: 'Anyone reads it.',
  decision: 'Fails when anyone may.',
  fix: { text: 'Block it.', cli: 'aws s3api put-public-access-block' },
  source: 'https://docs.aws.amazon.com/x',
  links: [],
}
const row: CoverageRow = {
  check_id: check.id,
  service: 's3',
  resource_type: 'AwsS3Bucket',
  region: 'eu-west-1',
  outcome: 'assessed',
  action: null,
  count: 1,
  sample: null,
}
const context: SarifContext = {
  provider: 'aws',
  account: '123456789012',
  product: { name: 'Plumbline', version: '0.1.0' },
  checks: new Map([[check.id, check]]),
  outcome: () => ({ coverage: [row], isWhole: true }),
}
const finding: FindingRecord = {
  uid: 'plumbline-aws-s3_bucket_public_access-123456789012-eu-west-1-arn:aws:s3:::a',
  check_id: check.id,
  status: 'FAIL',
  severity: 'high',
  status_extended: 'a is public.',
  service: 's3',
  region: 'eu-west-1',
  resource_type: 'AwsS3Bucket',
  resource: {
    uid: 'arn:aws:s3:::a',
    name: 'a',
    region: 'eu-west-1',
    service: 's3',
    type: 'AwsS3Bucket',
    partition: 'aws',
    tags: {},
  },
  raw_result: {},
}

/** The members of a log that the tests read. */
interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly kind: string
  readonly level: string
  readonly message: { readonly text: string }
  readonly locations: readonly [
    {
      readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
      readonly logicalLocations: readonly [{ readonly fullyQualifiedName: string }]
    },
  ]
  readonly partialFingerprints: Readonly<Record<string, string>>
}
interface Notification {
  readonly level: string
  readonly message: { readonly text: string }
}
interface Log {
  readonly version: string
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly rules: readonly [
            { readonly id: string; readonly properties: Readonly<Record<string, unknown>> },
          ]
        }
      }
      readonly automationDetails: { readonly id: string }
      readonly results: readonly [Result, ...Result[]]
      readonly invocations: readonly [
        {
          readonly executionSuccessful: boolean
          readonly toolExecutionNotifications: readonly Notification[]
        },
      ]
    },
  ]
}

const written = async (
  findings: Iterable<FindingRecord>,
  how: SarifContext = context,
): Promise<Log> => {
  const source = (async function* () {
    yield [...findings]
  })()
  let text = ''
  for await (const piece of sarif(source, how)) text += piece
  return JSON.parse(text) as Log
}

test('what is FAIL or MANUAL is a result, with its rule, a place and a name across scans', async () => {
  const log = await written([
    finding,
    { ...finding, status: 'PASS' },
    { ...finding, status: 'MANUAL', uid: 'other' },
  ])
  deepEqual([log.version, log.runs.length], ['2.1.0', 1])
  const [run] = log.runs
  const [rule] = run.tool.driver.rules
  equal(rule.id, check.id)
  equal(rule.properties['security-severity'], '9.5')
  equal(run.automationDetails.id, 'plumbline/aws/123456789012/')
  const [failed, manual, ...more] = run.results
  ok(manual)
  deepEqual(more, [])
  deepEqual([failed.kind, failed.level, failed.ruleIndex], ['fail', 'error', 0])
  deepEqual([manual.kind, manual.level], ['review', 'none'])
  const [{ physicalLocation, logicalLocations }] = failed.locations
  equal(physicalLocation.artifactLocation.uri, 'aws/123456789012/eu-west-1/s3/a')
  equal(logicalLocations[0].fullyQualifiedName, 'arn:aws:s3:::a')
  match(failed.partialFingerprints['primaryLocationLineHash'] ?? '', /^[0-9a-f]{32}:1$/)
  const again = (await written([{ ...finding, status_extended: 'said otherwise' }])).runs[0]
  deepEqual(again.results[0].partialFingerprints, failed.partialFingerprints)
})

test('what could not be read stands in the file: no results is not the same as clean', async () => {
  const denied: CoverageRow = { ...row, outcome: 'denied', action: 's3:GetBucketPolicy' }
  const [run] = (
    await written([], {
      ...context,
      outcome: () => ({
        coverage: [denied, { ...row, outcome: 'excluded', region: 'us-east-1' }],
        isWhole: false,
      }),
    })
  ).runs
  deepEqual(run.results, [])
  const [invocation] = run.invocations
  equal(invocation.executionSuccessful, false)
  deepEqual(
    invocation.toolExecutionNotifications.map(({ level, message }) => [level, message.text]),
    [
      ['warning', 'Assessed 0 of 1 pairs of check and region.'],
      ['note', '1 excluded by the configuration.'],
      ['warning', '1 not assessed: denied (s3:GetBucketPolicy).'],
    ],
  )
})

test('a run holds no more results than services accept, and each run has a category of its own', async () => {
  const many = Array.from({ length: mostResults + 2 }, (_, n) => ({ ...finding, uid: `uid-${n}` }))
  const { runs } = await written(many)
  deepEqual(
    runs.map(({ results }) => results.length),
    [mostResults, 2],
  )
  equal(new Set(runs.map(({ automationDetails }) => automationDetails.id)).size, 2)
})

test('texts of a scanned account stay texts: no link, no broken JSON, no path of another folder', async () => {
  const hostile = oneof(
    string({ unit: 'binary', maxLength: 200 }),
    constantFrom(
      '[here](https://evil.test)',
      'Policy {"a":1} {0}',
      '../../etc/passwd',
      '..',
      '',
      '"],"x":[',
      '\ud800',
      '\u202e',
    ),
  )
  await assert(
    asyncProperty(hostile, hostile, async (text, name) => {
      const resource = { ...finding.resource, name, uid: `${name}/${text}` }
      const [run] = (await written([{ ...finding, status_extended: text, resource }])).runs
      const [result] = run.results
      ok(!/(^|[^\\])(\\\\)*\[[^\]]*[^\\]\]\(/.test(result.message.text), result.message.text)
      ok(!/[{}]/.test(result.message.text.replaceAll(/\{\{|\}\}/g, '')), result.message.text)
      ok(result.message.text.isWellFormed() && result.message.text !== '')
      const { uri } = result.locations[0].physicalLocation.artifactLocation
      match(uri, /^aws\/123456789012\/eu-west-1\/s3\/[^/]+$/)
      ok(!/\/\.\.?$/.test(uri), uri)
    }),
  )
})
