import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { anyFinding, forwarded, isFit } from '../testing/findings.ts'
import { limits } from './limits.ts'
import { findingId, renderFinding } from './rendering.ts'
import { asffSchema } from './testing/asff-schema.ts'

const isValid = new Ajv({ strict: true, allErrors: true }).compile(asffSchema)
const now = new Date('2026-11-23T12:00:00.000Z')
const place = {
  account: '123456789012',
  partition: 'aws',
  region: 'eu-west-1',
  source: 'ours',
  keyOf: (uid: string) => `key of ${uid.length} characters`,
}

test('any text of a finding becomes a valid finding of Security Hub within its limits', () => {
  fc.assert(
    fc.property(anyFinding, (finding) => {
      const asff = renderFinding(finding, place, now)
      assert.ok(isValid(asff), JSON.stringify(isValid.errors))
      const json = JSON.stringify(asff)
      assert.ok(Buffer.byteLength(json) <= limits.maxFindingBytes)
      for (const text of [asff.Title, asff.Description, asff.Id, asff.Resources[0]?.Id ?? ''])
        assert.ok(isFit(text), JSON.stringify(text))
      assert.equal(renderFinding(finding, place, new Date(0)).Id, asff.Id)
    }),
    { numRuns: 200 },
  )
})

test('a finding says what was checked, where, how bad it is and what to do', () => {
  assert.deepEqual(renderFinding(forwarded(1), place, now), {
    SchemaVersion: '2018-10-08',
    Id: 'plumbline-aws-s3_bucket_default_encryption-123456789012-eu-west-1-invoices-1',
    ProductArn: 'arn:aws:securityhub:eu-west-1:123456789012:product/123456789012/default',
    CompanyName: 'Plumbline',
    ProductName: 'Plumbline',
    GeneratorId: 'plumbline/s3_bucket_default_encryption',
    AwsAccountId: '123456789012',
    CreatedAt: '2026-11-20T08:00:00.000Z',
    UpdatedAt: '2026-11-23T12:00:00.000Z',
    FirstObservedAt: '2026-11-20T08:00:00.000Z',
    LastObservedAt: '2026-11-23T08:00:00.000Z',
    RecordState: 'ACTIVE',
    Title: 'Bucket encrypts new objects by default',
    Description: 'invoices-1 does not encrypt. A bucket encrypts what is written to it.',
    FindingProviderFields: {
      Severity: { Label: 'MEDIUM', Original: 'medium' },
      Types: ['Software and Configuration Checks'],
    },
    Remediation: {
      Recommendation: {
        Text: 'Turn on default encryption.',
        Url: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-bucket-encryption.html',
      },
    },
    SourceUrl: 'https://plumbline.example/findings/1',
    ProductFields: {
      'plumbline/source': 'ours',
      'plumbline/finding_key': 'key of 76 characters',
      'plumbline/finding_uid':
        'plumbline-aws-s3_bucket_default_encryption-123456789012-eu-west-1-invoices-1',
      'plumbline/check_id': 's3_bucket_default_encryption',
      'plumbline/service': 's3',
      'plumbline/provider_uid': '123456789012',
      'plumbline/provider_alias': 'production',
      'plumbline/resource_name': 'invoices-1',
      'plumbline/triage_status': 'open',
      'plumbline/delta': 'new',
    },
    Resources: [
      {
        Type: 'AwsS3Bucket',
        Id: 'arn:aws:s3:::invoices-1',
        Partition: 'aws',
        Region: 'eu-west-1',
        Tags: { team: 'billing' },
      },
    ],
    Compliance: { Status: 'FAILED', RelatedRequirements: ['cis_2.0_aws 2.1.1'] },
  })
})

for (const [status, label, compliance] of [
  ['FAIL', 'CRITICAL', 'FAILED'],
  ['PASS', 'INFORMATIONAL', 'PASSED'],
  ['MANUAL', 'CRITICAL', 'WARNING'],
] as const) {
  test(`${status} is ${compliance} there, with the severity ${label}`, () => {
    const asff = renderFinding(forwarded(1, { status, severity: 'critical' }), place, now)
    assert.equal(asff.Compliance.Status, compliance)
    assert.deepEqual(asff.FindingProviderFields.Severity, { Label: label, Original: 'critical' })
  })
}

test('a muted finding is suppressed there', () => {
  assert.deepEqual(renderFinding(forwarded(1, { muted: true }), place, now).Workflow, {
    Status: 'SUPPRESSED',
  })
})

test('ids are the uid where it fits, and differ where uids differ beyond what fits', () => {
  const long = 'x'.repeat(600)
  assert.equal(findingId('plumbline-aws-a'), 'plumbline-aws-a')
  const [one, other] = [findingId(`${long}1`), findingId(`${long}2`)]
  assert.notEqual(one, other)
  assert.deepEqual([one.length, findingId(`${long}1`)], [512, one])
  assert.notEqual(findingId('a\u202eb'), findingId('a\u202ec'))
})
