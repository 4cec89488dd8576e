import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizesOf } from './check-sizes.ts'

test('a file of 501 lines is named, one of 500 is not', () => {
  const { problems, longest } = sizesOf(
    new Map([
      ['a.ts', 500],
      ['b.ts', 501],
      ['c.ts', 10],
      ['d.ts', 10],
      ['e.ts', 10],
    ]),
  )
  assert.deepEqual(problems, ['b.ts has 501 lines; 500 are the most.'])
  assert.equal(longest, 501)
})

test('the median counts every file once, and more than 80 is too much', () => {
  const files = (...lines: number[]) => sizesOf(new Map(lines.map((count, at) => [`${at}`, count])))
  assert.deepEqual([files(60, 100).median, files(60, 100).problems], [80, []])
  assert.equal(files(60, 81, 300).median, 81)
  assert.match(files(60, 81, 300).problems[0] ?? '', /more than 80/)
})
