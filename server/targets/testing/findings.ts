/** Findings to forward, and texts as bad as accounts may have them. */
import * as fc from 'fast-check'
import type { Digest, DigestCondition } from '../digest.ts'
import type { ForwardedFinding } from '../target.ts'

type Overrides = Partial<Omit<ForwardedFinding, 'check' | 'resource' | 'provider'>> & {
  readonly check?: Partial<ForwardedFinding['check']>
  readonly resource?: Partial<ForwardedFinding['resource']>
  readonly provider?: Partial<ForwardedFinding['provider']>
}

export function forwarded(n = 1, overrides: Overrides = {}): ForwardedFinding {
  const { check, resource, provider, ...rest } = overrides
  const name = `invoices-${n}`
  return {
    id: `0199aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
    uid: `plumbline-aws-s3_bucket_default_encryption-123456789012-eu-west-1-${name}`,
    status: 'FAIL',
    severity: 'medium',
    delta: 'new',
    muted: false,
    triage_status: 'open',
    status_extended: `${name} does not encrypt.`,
    region: 'eu-west-1',
    compliance: { 'cis_2.0_aws': ['2.1.1'] },
    first_seen_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-23T08:00:00.000Z',
    link: `https://plumbline.example/findings/${n}`,
    ...rest,
    check: {
      id: 's3_bucket_default_encryption',
      title: 'Bucket encrypts new objects by default',
      description: 'A bucket encrypts what is written to it.',
      risk: 'Objects written without a setting of their own are stored as they came.',
      remediation: 'Turn on default encryption.',
      remediation_url:
        'https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-bucket-encryption.html',
      service: 's3',
      ...check,
    },
    provider: { type: 'aws', uid: '123456789012', alias: 'production', ...provider },
    resource: {
      uid: `arn:aws:s3:::${name}`,
      name,
      type: 'AwsS3Bucket',
      tags: { team: 'billing' },
      ...resource,
    },
  }
}

/** What breaks formats: separators of all of them, quotes, controls, directions, halves of pairs, markup, formulas. */
const pieces = [
  '"',
  '\\',
  '|',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\u001b[31m',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ud800',
  '\udc00',
  '\uffff',
  '\ufeff',
  '😀',
  'عربى',
  '<',
  '>',
  '&',
  '<!channel>',
  '<script>alert(1)</script>',
  '*',
  '_',
  '`',
  '```',
  '~',
  '[a](javascript:alert(1))',
  '{code}',
  '=cmd()',
  '&amp;',
  ' ',
  'a',
  'word ',
]

const longest = 100_000

/** Any text up to 100 kB: short ones of all characters, and long ones of pieces that are repeated. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 400 }),
  fc
    .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }), fc.nat(longest))
    .map(([parts, length]) => {
      const unit = parts.join('')
      return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    }),
)

const severities = ['critical', 'high', 'medium', 'low', 'informational'] as const

export const anyFinding: fc.Arbitrary<ForwardedFinding> = fc.record({
  id: fc.uuid(),
  uid: anyText,
  status: fc.constantFrom('FAIL', 'PASS', 'MANUAL'),
  severity: fc.constantFrom(...severities),
  delta: fc.constantFrom('new', 'changed', null),
  muted: fc.boolean(),
  triage_status: fc.constant('open'),
  check: fc.record({
    id: anyText,
    title: anyText,
    description: anyText,
    risk: anyText,
    remediation: anyText,
    remediation_url: fc.oneof(anyText, fc.webUrl(), fc.constant('javascript:alert(1)')),
    service: anyText,
  }),
  status_extended: anyText,
  provider: fc.record({ type: anyText, uid: anyText, alias: fc.option(anyText) }),
  region: anyText,
  resource: fc.record({
    uid: anyText,
    name: anyText,
    type: anyText,
    tags: fc.dictionary(anyText, anyText, { maxKeys: 5 }),
  }),
  compliance: fc.dictionary(anyText, fc.array(anyText, { maxLength: 3 }), { maxKeys: 3 }),
  first_seen_at: fc.constant('2026-11-20T08:00:00.000Z'),
  updated_at: fc.constant('2026-11-23T08:00:00.000Z'),
  link: fc.option(fc.webUrl()),
})

/** False for invisible characters, and for ones that change how other text appears. */
export const isFit = (text: string): boolean =>
  text.isWellFormed() &&
  !/(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u.test(text)

/** A digest of so many findings of each condition. */
export const digested = (
  counts: Partial<Record<DigestCondition, number>> = { new: 2 },
  more: Partial<Digest> = {},
): Digest => ({
  rule: {
    id: '0199bbbb-0000-7000-8000-000000000001',
    name: 'Storage',
    description: 'What is open to the world.',
  },
  window: { from: '2026-11-23T10:00:00.000Z', to: '2026-11-23T11:00:00.000Z' },
  sections: (Object.entries(counts) as [DigestCondition, number][]).map(([condition, total]) => ({
    condition,
    total,
    findings: Array.from({ length: Math.min(total, 100) }, (_, n) => forwarded(n + 1)),
  })),
  link: 'https://plumbline.example/alerts/1',
  ...more,
})

const conditions = ['matched', 'new', 'reopened', 'expiring', 'overdue', 'connection_lost'] as const

export const anyDigest: fc.Arbitrary<Digest> = fc.record({
  rule: fc.record({ id: fc.uuid(), name: anyText, description: anyText }),
  window: fc.constant({ from: '2026-11-23T10:00:00.000Z', to: '2026-11-24T11:00:00.000Z' }),
  sections: fc.array(
    fc
      .tuple(fc.constantFrom(...conditions), fc.array(anyFinding, { maxLength: 3 }), fc.nat(70))
      .map(([condition, some, count]) => ({
        condition,
        total: some.length * count + 3,
        findings: Array.from({ length: count }, () => some).flat(),
        ...(condition === 'connection_lost' && {
          connections: some.map(({ provider, link }) => ({ provider, since: null, link })),
        }),
      })),
    { maxLength: 8 },
  ),
  link: fc.option(fc.webUrl()),
})
