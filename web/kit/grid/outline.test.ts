import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert, integer, nat, property, tuple } from 'fast-check'
import { type Line, lineAt, lineCount, lineOf, type Opened } from './outline.ts'

/** All lines, computed without the outline. */
const lines = (groups: number, opened: Opened): readonly Line[] =>
  Array.from({ length: groups }, (_, group) => [
    { group, row: null },
    ...Array.from({ length: opened.get(group) ?? 0 }, (_, row) => ({ group, row })),
  ]).flat()

test('every line is where it would be if all were written out', () => {
  const opened = array(tuple(nat(9), nat(5)), { maxLength: 6 })
  assert(
    property(integer({ min: 1, max: 10 }), opened, (groups, pairs) => {
      const open: Opened = new Map(pairs.filter(([group]) => group < groups))
      const all = lines(groups, open)
      equal(lineCount(groups, open), all.length)
      all.forEach((line, index) => {
        deepEqual(lineAt(index, open), line)
        if (line.row === null) equal(lineOf(line.group, open), index)
      })
    }),
  )
})
