/** Issues within what Jira takes, whatever the texts of findings are. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyFinding, forwarded, isFit } from '../testing/findings.ts'
import { lengthOf } from './adf.ts'
import { jiraLimits } from './limits.ts'
import {
  type JiraDraft,
  renderChange,
  renderContradiction,
  renderGroup,
  renderIssue,
} from './rendering.ts'
import { adfFault, textsOf } from './testing/adf-schema.ts'

const words = ({ description }: JiraDraft): string => textsOf(description).join('\n')
const group = (count: number, total = count) => ({
  check: forwarded().check,
  severity: 'high' as const,
  findings: Array.from({ length: count }, (_, n) => forwarded(n + 1)),
  total,
  link: 'https://plumbline.example/groups/1',
})

function holds({ summary, description, labels }: JiraDraft): void {
  equal(adfFault(description), null)
  ok(lengthOf(description) <= jiraLimits.document, String(lengthOf(description)))
  ok(summary !== '' && summary.length <= jiraLimits.summary && !summary.includes('\n'), summary)
  for (const label of labels) {
    ok(label !== '' && label.length <= jiraLimits.label && !/\s/.test(label), label)
  }
  for (const text of [summary, ...labels, ...textsOf(description)])
    ok(isFit(text), JSON.stringify(text))
}

test('an issue says what was seen, where, why it matters and what to do', () => {
  const draft = renderIssue(forwarded(7))
  holds(draft)
  equal(draft.summary, 'invoices-7 fails: Bucket encrypts new objects by default')
  deepEqual(draft.labels[0], 'plumbline')
  for (const part of [
    'invoices-7 does not encrypt.',
    'arn:aws:s3:::invoices-7',
    'production (aws 123456789012)',
    'eu-west-1',
    'team=billing',
    'cis_2.0_aws: 2.1.1',
    'Turn on default encryption.',
    'Open the finding in Plumbline',
  ])
    ok(words(draft).includes(part), part)
  ok(JSON.stringify(draft.description).includes('https://plumbline.example/findings/7'))
})

test('a grouped issue names its resources, each with a link to its finding', () => {
  const draft = renderGroup(group(3))
  holds(draft)
  equal(draft.summary, 'High: Bucket encrypts new objects by default')
  for (const n of [1, 2, 3]) {
    ok(words(draft).includes(`arn:aws:s3:::invoices-${n}`))
    ok(JSON.stringify(draft.description).includes(`https://plumbline.example/findings/${n}"`))
  }
  ok(!/more$/m.test(words(draft)))
})

test('up to 50 resources are listed per group in a grouped issue dispatch, and the rest is counted', () => {
  const draft = renderGroup(group(60, 214))
  holds(draft)
  equal(words(draft).match(/arn:aws:s3:::invoices-\d+/g)?.length, 50)
  ok(words(draft).includes('214 resources fail'))
  ok(words(draft).includes('and 164 more'))
  ok(JSON.stringify(draft.description).includes('https://plumbline.example/groups/1'))
})

for (const letter of ['x', '"'])
  test(`50 resources with long names and texts of ${letter} are still all named`, () => {
    const long = `x${letter.repeat(900)}`
    const findings = Array.from({ length: 50 }, (_, n) =>
      forwarded(n, {
        status_extended: long,
        resource: { uid: `arn:aws:s3:::bucket-${n}-${long}` },
      }),
    )
    const check = { ...forwarded().check, risk: long.repeat(20), remediation: long.repeat(20) }
    const draft = renderGroup({ ...group(0, 50), findings, check })
    holds(draft)
    equal(words(draft).match(/arn:aws:s3:::bucket-\d+-x/g)?.length, 50)
  })

test('only addresses of the web become links', () => {
  const draft = renderIssue(
    forwarded(1, { link: null, check: { remediation_url: 'javascript:alert(1)' } }),
  )
  holds(draft)
  ok(!JSON.stringify(draft).includes('javascript:'))
  ok(!JSON.stringify(draft).includes('"link"'))
})

test('a comment says what came and what went, and there is none where nothing did', () => {
  const change = {
    added: [forwarded(9)],
    resolved: ['invoices-2', 'invoices-3'],
    total: 12,
    link: null,
  }
  const comment = renderChange(change)
  equal(adfFault(comment), null)
  deepEqual(textsOf(comment), [
    'Updated: 12 resources fail now.',
    '1 resource was added',
    'arn:aws:s3:::invoices-9',
    '2 resources no longer fail',
    'invoices-2',
    'invoices-3',
  ])
  equal(renderChange({ ...change, added: [], resolved: [] }), null)
})

test('a comment on an issue that is done says what still fails, and apart from it what nobody could look at', () => {
  const comment = renderContradiction({ failing: ['a', 'b'], unseen: ['c'], link: null })
  equal(adfFault(comment), null)
  deepEqual(textsOf(comment), [
    'This issue is done, so its resources were scanned again.',
    '2 resources still fail',
    'a',
    'b',
    '1 could not be checked again and failed when it was seen last',
    'c',
  ])
})

test('any text up to 100 kB gives a valid document within the limit', () => {
  fc.assert(
    fc.property(fc.array(anyFinding, { minLength: 1, maxLength: 3 }), fc.nat(60), (some, extra) => {
      const [first] = some
      if (!first) return
      holds(renderIssue(first))
      const findings = Array.from({ length: 50 }, (_, n) => some[n % some.length] ?? first)
      const { check, severity, link } = first
      holds(renderGroup({ check, severity, findings, total: 50 + extra, link }))
      const resolved = findings.map(({ resource }) => resource.name)
      const comment = renderChange({ added: findings, resolved, total: 7, link })
      equal(adfFault(comment), null)
      ok(comment && lengthOf(comment) <= jiraLimits.document)
      const contradiction = renderContradiction({ failing: resolved, unseen: resolved, link })
      equal(adfFault(contradiction), null)
      ok(lengthOf(contradiction) <= jiraLimits.document)
    }),
    { numRuns: 60 },
  )
})

test('the validator refuses what Jira refuses', () => {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: '' }] }
  for (const content of [
    [paragraph],
    [{ type: 'panel' }],
    [{ type: 'table', content: [] }],
    [{ type: 'text', text: 'x' }],
  ])
    ok(adfFault({ type: 'doc', version: 1, content }))
})
