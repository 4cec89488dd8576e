/** Findings and figures that no scan has, for tests of files and for the bench. */
import * as fc from 'fast-check'
import type { TableFinding } from '../../findings/index.ts'
import { type Facts, severities } from '../facts.ts'

interface Made {
  readonly check_id: string
  readonly status?: 'FAIL' | 'PASS' | 'MANUAL'
  readonly text?: string
  readonly name?: string
  readonly uid?: string
  readonly region?: string
  readonly reason?: string
}

const moment = '2026-11-23T10:30:44.000Z'

export function finding(made: Made): TableFinding {
  const { check_id, status = 'FAIL', text = 'It is open.', name = 'a bucket' } = made
  const { uid = 'arn:aws:s3:::a-bucket', region = 'eu-west-1', reason } = made
  const id = '01a20812-06b0-7fb1-9aae-be1b907b5bfa'
  return {
    service: 's3',
    region,
    resource_type: 'AwsS3Bucket',
    provider_type: 'aws',
    account_uid: '123456789012',
    account_name: 'production',
    resource: { uid, name },
    finding: {
      id,
      uid: `plumbline-${uid}`,
      delta: 'new',
      status,
      raw_status: status,
      status_extended: text,
      severity: 'high',
      check_id,
      categories: ['encryption'],
      resource_groups: 'storage',
      inserted_at: moment,
      updated_at: moment,
      first_seen_at: moment,
      muted: reason !== undefined,
      muted_reason: reason ?? null,
      triage_status: 'open',
      scan: id,
    },
  }
}

interface MadeFacts {
  readonly check_id: string
  readonly service?: string
  readonly account?: string
  readonly fail?: number
}

export function factsFor({
  check_id,
  service = 's3',
  account = 'production',
  fail = 1,
}: MadeFacts): Facts {
  const counts = { fail, pass: 2, manual: 1, muted: 0 }
  const totals = { passed: 1, failed: 2, manual: 3, total: 6, partial: 1, named: 9, judged: 7 }
  const days = ['2026-11-20', '2026-11-22', '2026-11-23'].map((day, at) => ({
    day,
    critical: at,
    high: 3 * at,
    medium: 0,
    low: 5,
    informational: 1,
  }))
  return {
    scan: {
      id: '01a20812-06b0-7fb1-9aae-be1b907b5bfa',
      provider_id: '01a20812-06b0-7fb1-9aae-be1b907b5bfb',
      provider_type: 'aws',
      at: moment,
      name: account,
      started_at: moment,
      resources: 3,
      account_uid: account,
      account_name: account,
    },
    version: '0.1.0',
    counts,
    failed: severities.map((severity) => ({ severity, count: severity === 'high' ? fail : 0 })),
    services: [{ service, ...counts }],
    checks: [{ check_id, service, severity: 'high', ...counts }],
    coverage: {
      assessed: 3,
      total: 4,
      excluded: 0,
      gaps: [{ outcome: 'denied', action: 's3:GetBucketPolicy', count: 1 }],
    },
    days,
    frameworks: [{ id: 'cis_2.0_aws', name: 'CIS 2.0 for AWS', totals }],
  }
}

/** What an account may call its resources: markup, formulas, controls, marks that turn the direction, halves of signs. */
export const hostileTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</style></title><svg onload=alert(1)>',
    '&lt;b&gt;&amp;&#60;',
    '=HYPERLINK("http://example.com")',
    '\u202egnp.exe\u2066',
    '\ud800\udc00 \ud800 x',
    '--><!--]]>',
    "' onmouseover='alert(1)",
    '{{constructor}} ${7*7} `',
    '\u0000\u0007\u001b[31m',
  ),
)
