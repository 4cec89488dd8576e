import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert, integer, nat, property } from 'fast-check'
import { intensity, matrixOf } from './matrix.ts'
import { linear, namedDays, spread, ticks } from './scale.ts'
import { sparkOf } from './spark.ts'
import { type Day, stackOf } from './stack.ts'

const box = { width: 400, height: 200, left: 40, right: 60, top: 10, bottom: 30 }

test('an axis ends at or above its greatest value, in few whole steps', () => {
  deepEqual(ticks(0), [0, 1])
  deepEqual(ticks(1), [0, 1])
  deepEqual(ticks(3), [0, 1, 2, 3])
  deepEqual(ticks(97), [0, 50, 100])
  deepEqual(ticks(1_204), [0, 500, 1_000, 1_500])
  assert(
    property(integer({ min: 1, max: 10_000_000 }), (max) => {
      const all = ticks(max)
      ok((all.at(-1) ?? 0) >= max && all.length <= 6 && all.every(Number.isInteger), String(all))
    }),
  )
})

test('a scale of nothing stays at its start', () => {
  equal(linear(0, [10, 20])(5), 10)
  equal(linear(4, [10, 20])(2), 15)
})

test('days have names at even distances, the last one always', () => {
  const days = (count: number): string[] => Array.from({ length: count }, (_, day) => String(day))
  deepEqual(namedDays([], 5), [])
  deepEqual(namedDays(days(1), 5), [0])
  deepEqual(namedDays(days(10), 5), [1, 3, 5, 7, 9])
  deepEqual(namedDays(days(3), 0), [2])
})

test('labels that would lie on each other move apart and stay inside', () => {
  deepEqual(spread([50, 52, 54], 16, [0, 200]), [50, 66, 82])
  deepEqual(spread([198, 199], 16, [0, 200]), [184, 200])
  assert(
    property(array(nat(200), { maxLength: 8 }), (at) => {
      const placed = spread(at, 16, [0, 200])
      const sorted = placed.toSorted((a, b) => a - b)
      sorted.forEach((one, index) => ok(index === 0 || one - (sorted[index - 1] ?? 0) >= 16 - 1e-9))
      ok(placed.every((one) => one >= 0 && one <= 200))
    }),
  )
})

const day = (name: string, ...values: number[]): Day => ({ day: name, values })

test('a stack of no days, or of days with nothing, has no area and still has axes', () => {
  const none = stackOf([], 2, box)
  deepEqual(none.areas, ['', ''])
  deepEqual(none.labels, [null, null])
  deepEqual(none.x, [])
  const empty = stackOf([day('a', 0, 0)], 2, box)
  deepEqual(empty.labels, [null, null])
  deepEqual(
    empty.y.map(({ value }) => value),
    [0, 1],
  )
})

test('one day is a column, and what is stacked touches', () => {
  const { areas, columns } = stackOf([day('a', 1, 1)], 2, box)
  deepEqual(columns, [{ at: 40, width: 300 }])
  equal(areas[0], 'M40,90L340,90L340,170L40,170Z')
  equal(areas[1], 'M40,10L340,10L340,90L40,90Z')
})

test('a day of which nothing is known is a gap in the area', () => {
  const { areas } = stackOf([day('a', 1), { day: 'b', values: null }, day('c', 1)], 1, box)
  equal(areas[0]?.split('M').length, 3, 'two shapes')
})

test('a matrix has its greatest sums first, and says which columns did not fit', () => {
  const cell = (row: string, column: string, value: number) => ({ row, column, value, data: value })
  const { rows, columns, left, at } = matrixOf(
    [cell('one', 's3', 2), cell('one', 'iam', 1), cell('two', 's3', 0), cell('two', 'ec2', 9)],
    2,
  )
  deepEqual([rows, columns, left], [['two', 'one'], ['ec2', 's3'], ['iam']])
  equal(at('two', 'ec2')?.data, 9)
  equal(at('one', 'ec2'), undefined)
  deepEqual(matrixOf([], 3).rows, [])
})

test('a matrix that is cut keeps the worst column of each row', () => {
  const cell = (row: string, column: string, value: number) => ({ row, column, value, data: null })
  const large = ['a', 'b', 'c', 'd'].map((column, n) => cell('large', column, 100 - n))
  const small = [cell('small', 'e', 2), cell('small', 'f', 1)]
  const { columns, left } = matrixOf([...large, ...small], 3)
  deepEqual(
    [columns, left],
    [
      ['a', 'b', 'e'],
      ['c', 'd', 'f'],
    ],
  )
})

test('nothing has no colour, one of many has some', () => {
  deepEqual(
    [0, 1, 100, 400, 10_000].map((value) => intensity(value, 10_000)),
    [0, 1, 1, 1, 5],
  )
  equal(intensity(1, 1), 5)
  equal(intensity(0, 0), 0)
})

test('a line of one value, of equal values and of gaps is drawn', () => {
  const size = { width: 72, height: 20 }
  equal(sparkOf([], size), '')
  equal(sparkOf([null], size), '')
  equal(sparkOf([5], size), 'M1.0,10.0')
  equal(sparkOf([5, 5], size), 'M1.0,10.0L71.0,10.0')
  equal(sparkOf([1, null, 3], size), 'M1.0,18.0M71.0,2.0')
})
