import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { aws, checkReferences } from '../index.ts'
import { checkPage } from './check-page.ts'
import { type Block, htmlDocument, markdown, prose } from './page.ts'

const hostile = '<script>alert(1)</script> [a](javascript:b) *c* _d_ `e` | &amp; "f" \'g\' \\'

test('a text is a text in Markdown, whatever signs it has', () => {
  equal(
    markdown([{ line: [hostile] }]),
    '\\<script\\>alert(1)\\</script\\> \\[a\\](javascript:b) \\*c\\* \\_d\\_ \\`e\\` \\| \\&amp; "f" \'g\' \\\\\n',
  )
  equal(markdown([{ line: ['# no heading'] }]), '\\# no heading\n')
  equal(markdown([{ line: ['1. no list'] }]), '1\\. no list\n')
  equal(markdown([{ list: [['- one'], ['two\nlines']] }]), '- \\- one\n- two lines\n')
  equal(markdown([{ heading: 'max_unused_days *', level: 2 }]), '## max_unused_days \\*\n')
})

test('code in Markdown has a fence that it does not hold', () => {
  equal(markdown([{ code: 'a ``` b', language: 'sh' }]), '````sh\na ``` b\n````\n')
  equal(markdown([{ line: [{ code: 'a`b' }, ' ', { code: '`' }] }]), '``a`b`` `` ` ``\n')
})

test('a cell of a table holds its line, whatever signs it has', () => {
  const table: Block = {
    head: ['a', 'b|c'],
    rows: [
      [['x|y'], [{ code: 'p|q' }]],
      [[], ['\\|']],
    ],
  }
  equal(markdown([table]), '| a | b\\|c |\n|---|---|\n| x\\|y | `p\\|q` |\n|   | \\\\\\| |\n')
})

test('a text is a text in HTML, in every place', () => {
  const everywhere: readonly Block[] = [
    { heading: hostile, level: 1 },
    { line: [hostile, { code: hostile }, { link: 'https://a/"><b>', text: hostile }] },
    { steps: [[hostile]] },
    { list: [[hostile]] },
    { code: hostile, language: 'sh' },
    { head: [hostile], rows: [[[hostile]]] },
  ]
  const page = htmlDocument(hostile, everywhere, '')
  doesNotMatch(page, /<script|<b>|&amp;(?!amp;|lt;|gt;)(?:lt|gt);/)
  equal(page.match(/&lt;script&gt;/g)?.length, 10)
  match(page, /<a href="https:\/\/a\/&quot;&gt;&lt;b&gt;" rel="noreferrer">/)
})

test('only https is linked in HTML', () => {
  for (const link of ['javascript:alert(1)', 'http://a', 'data:text/html,x', ' https://a'])
    doesNotMatch(htmlDocument('', [{ line: [{ link }] }], ''), /<a /)
})

test('backticks in prose stand around code', () => {
  deepEqual(prose('`max_days` days, 45 unless `set`.'), [
    { code: 'max_days' },
    ' days, 45 unless ',
    { code: 'set' },
    '.',
  ])
  deepEqual(prose('a ` alone'), ['a ` alone'])
})

test('a page says what a check reads, of joined records too, by which calls and permissions', async () => {
  const check = (await checkReferences(aws)).find(({ id }) => id === 's3_bucket_public_access')
  const text = markdown(checkPage(check ?? failed(), []))
  for (const row of [
    '| `buckets` | list | `s3:ListBuckets`, `s3:GetBucketLocation` | `s3:ListAllMyBuckets`, `s3:GetBucketLocation` |',
    '| `buckets` | `public_access_block` | `s3:GetPublicAccessBlock` | `s3:GetBucketPublicAccessBlock` |',
    '| `accounts` by `name` | `public_access_block` | `s3control:GetPublicAccessBlock` | `s3:GetAccountPublicAccessBlock` |',
  ])
    equal(text.includes(row), true, row)
  doesNotMatch(text, /^## (?:Configuration|Frameworks)$/m)
})

test('a page lists thresholds with their defaults, and requirements up to a bound', async () => {
  const check = (await checkReferences(aws)).find(
    ({ id }) => id === 'iam_user_console_access_unused',
  )
  const requirements = Array.from({ length: 9 }, (_, at) => `R${at}`)
  const namedBy = [{ id: 'cis_x', name: 'CIS X', requirements }]
  const text = markdown(checkPage(check ?? failed(), namedBy))
  match(text, /\| `max_console_access_days` \| `45` \| Days without a sign-in /)
  match(text, /^- CIS X \(`cis_x`\): R0, R1, R2, R3, R4, R5 and 3 more$/m)
})

function failed(): never {
  throw new Error('The check is gone.')
}
