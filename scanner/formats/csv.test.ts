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
  '\t=1',
  '\r=1',
  '\n=1',
  '\0=1',
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

test('a text that is no formula is left as it is', () => {
  for (const text of ['a=b', 'arn:aws:s3:::a-b', 'a@b', "it's", ' a'])
    equal(csvLine([text]), `"${text}"\r\n`)
})

test('whatever a cell holds, it is one cell, and does not begin a formula', () => {
  const character = fc.constantFrom(...'=+-@,;"\'\r\n\t ab＝')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: character }), { minLength: 1 }), (cells) => {
      const line = csvLine(cells)
      ok(line.endsWith('\r\n'))
      const read = [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(
        ([, cell = '']) => cell.replaceAll('""', '"'),
      )
      deepEqual(
        read.map((cell, at) => (cell === cells[at] ? cell : cell.slice(1))),
        cells,
      )
      for (const cell of read) ok(!/^[\s"]*[=+\-@＝]/.test(cell), cell)
    }),
  )
})
