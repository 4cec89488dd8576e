import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOfTexts } from '@plumbline/scanner/formats'
import { FileChecks } from './file-checks.ts'

const long = 'x'.repeat(30_000)
/** A record with texts that are longer than each limit. */
const record = {
  finding_info: { title: long, desc: `${long}.`, types: Array(100).fill(long) },
  risk_details: long,
  remediation: { desc: long, references: Array(100).fill(long) },
  unmapped: { related_url: long, additional_urls: Array(100).fill(long), notes: long },
}

test('the texts of a file have a limit for each check and one for all checks', () => {
  const checks = new FileChecks()
  for (let n = 0; n < 200; n += 1) checks.add(n % 2, { check_id: `check_${n}`, time: n }, record)
  const sizes = Array.from(checks.all(), ({ texts }) => sizeOfTexts(texts))
  const sum = sizes.reduce((all, size) => all + size, 0)
  ok(sizes.length > 50 && sizes.length < 200, String(sizes.length))
  ok(sum > 10_000_000 && sum <= 20_000_000, String(sum))
  for (const size of sizes) ok(size < 200_000, String(size))
})

test('many checks without long texts have a limit as well', () => {
  const checks = new FileChecks()
  for (let n = 0; n < 50_000; n += 1)
    checks.add(0, { check_id: `check_${n}`, time: n }, { finding_info: { title: `Check ${n}` } })
  const kept = Array.from(checks.all())
  ok(kept.length > 30_000 && kept.length < 40_000, String(kept.length))
  equal(kept[0]?.texts.title, 'Check 0')
})

test('the time of a check is that of its newest record', () => {
  const checks = new FileChecks()
  for (const time of [2, 3, 1]) checks.add(0, { check_id: 'one', time }, record)
  equal(Array.from(checks.all())[0]?.time, 3)
})

/** Values that JSON can contain in place of a text or a list. */
const unexpected: readonly unknown[] = [
  { toString: 'x' },
  { toString: null, valueOf: 1 },
  { length: 3 },
  [{ toString: 'x' }],
  [[['a'], null, { __proto__: null }], 7],
  ['', '\u0000', null, true],
  [],
  null,
  7,
  true,
]
/** The value, and the same with one of its members replaced. */
function* replaced(value: unknown): Generator<unknown> {
  yield* unexpected
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, inner] of Object.entries(value))
    for (const other of replaced(inner)) yield { ...value, [name]: other }
}

test('a record with another kind of value at any place has no text there', () => {
  let count = 0
  const short = {
    finding_info: { title: 'a', desc: 'b', src_url: 'c', types: ['d'] },
    risk_details: 'e',
    remediation: { desc: 'f', references: ['g'] },
    unmapped: { related_url: 'h', additional_urls: ['i'], notes: 'j', categories: ['k'] },
  }
  for (const changed of replaced(short)) {
    const checks = new FileChecks()
    checks.add(0, { check_id: 'one', time: 1 }, short)
    checks.add(0, { check_id: 'one', time: 2 }, changed)
    checks.add(0, { check_id: 'two', time: 1 }, changed)
    for (const { texts } of checks.all())
      for (const text of Object.values(texts).flat()) equal(typeof text, 'string')
    count += 1
  }
  ok(count > 100, String(count))
})

test('texts that differ count for the limit even if they have no visible character', () => {
  const checks = new FileChecks()
  const texts = { finding_info: { title: '\u0001'.repeat(900), desc: '\u0002'.repeat(900) } }
  for (let n = 0; n < 20_000; n += 1) checks.add(0, { check_id: `check_${n}`, time: n }, texts)
  checks.add(0, { check_id: 'last', time: 1 }, { finding_info: { title: 'Last' } })
  equal(Array.from(checks.all(), ({ check_id }) => check_id).includes('last'), false)
})
