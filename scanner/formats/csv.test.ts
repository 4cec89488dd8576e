import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Cell, csvLine } from './csv.ts'

const lines: [what: string, cells: readonly Cell[], line: string][] = [
  ['text in quotes, numbers and flags bare', ['a', 1, true], '"a",1,true'],
  ['nothing as an empty cell', [null, undefined, ''], ',,""'],
  ['quotes doubled, separators and line ends as they are', ['a "b", c\r\nd'], '"a ""b"", c\r\nd"'],
  ['several texts as one cell', [['a', 'b'], []], '"a; b",""'],
  ['a negative number, which is no text', [-1], '-1'],
]
for (const [what, cells, line] of lines) {
  test(`a record has ${what}`, () => {
    equal(csvLine(cells), `${line}\r\n`)
  })
}

for (const text of [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\0=1',
  '\u200b=1',
  '\u2060+1',
  '\ufeff\u202e-1',
  ' =1',
  '"=1',
  "'=1",
  '  -2+3',
  '＝1+1',
  '＋1',
]) {
  test(`${JSON.stringify(text)} is text, not a formula`, () => {
    equal(csvLine([text]), `"'${text.replaceAll('"', '""')}"\r\n`)
    equal(csvLine([[text, 'b']]), `"'${text.replaceAll('"', '""')}; b"\r\n`)
  })
}

/** A spreadsheet may use another separator than ours, and then does not recognize our quotes. */
const inside: readonly (readonly [text: string, cell: string])[] = [
  ['x;=cmd|1', "x;'=cmd|1"],
  ['x; "=1', `x;' ""=1`],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['x\r\n\u200b+1', "x\r\n'\u200b+1"],
  ['a;b;-1;＝2', "a;b;'-1;'＝2"],
  ['\t=1', "'\t'=1"],
  ['\n\n=1', "'\n\n'=1"],
]
for (const [text, cell] of inside) {
  test(`${JSON.stringify(text)} holds no formula behind a separator`, () => {
    equal(csvLine(['id', text]), `"id","${cell}"\r\n`)
  })
}

test('several texts as one cell hold no formula either', () => {
  equal(csvLine([['a', '=b']]), `"a;' =b"\r\n`)
})

test('a text of nothing but line ends takes no longer than any other of its length', () => {
  const of = (text: string): number => {
    const before = process.cpuUsage()
    for (let n = 0; n < 5; n++) csvLine([text])
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const short = of('\n '.repeat(6_000)) + of('\n '.repeat(6_000))
  const long = Math.min(of('\n '.repeat(60_000)), of('\n '.repeat(60_000)))
  ok(long < 50 * short, `${long} µs, and ${short} µs for two tenths`)
})

test('a text that is no formula is left as it is', () => {
  for (const text of ['a=b', 'arn:aws:s3:::a-b', 'a@b', "it's", ' a'])
    equal(csvLine([text]), `"${text}"\r\n`)
})

test('any value is one cell and does not start a formula', () => {
  const character = fc.constantFrom(...'=+-@,;"\'\r\n\t ab＝')
  const short = fc.string({ unit: character })
  const long = fc
    .tuple(fc.string({ unit: character, minLength: 1, maxLength: 8 }), fc.nat(100_000))
    .map(([part, length]) => part.repeat(length / part.length))
  const cell = fc.oneof({ weight: 200, arbitrary: short }, { weight: 1, arbitrary: long })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const line = csvLine(cells)
      ok(line.endsWith('\r\n'))
      const read = [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(
        ([, cell = '']) => cell.replaceAll('""', '"'),
      )
      deepEqual(
        read.map((cell) => cell.replaceAll("'", '')),
        cells.map((cell) => cell.replaceAll("'", '')),
      )
      for (const cell of read) ok(!/(?:^|[;\t\r\n])[\s"]*[=+\-@＝]/.test(cell), cell)
    }),
  )
})
