import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { all, empty, join, raw, type Sql, sql, toStatement } from './sql.ts'

/** Pieces as requests and modules make them: plain text of ours around values of theirs. */
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.uuid())
const leaf = fc.tuple(fc.constantFrom('a', 'b.c', 'lower(d)'), value).map(([column, given]) => ({
  piece: sql`${raw(column)} = ${given}`,
  values: [given] as unknown[],
  text: `${column} = ?`,
}))
const piece = fc.letrec<{ piece: { piece: Sql; values: unknown[]; text: string } }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.tuple(tie('piece'), tie('piece'), value).map(([left, right, between]) => ({
      piece: sql`(${left.piece} and ${between} or ${right.piece})`,
      values: [...left.values, between, ...right.values],
      text: `(${left.text} and ? or ${right.text})`,
    })),
    fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((parts) => ({
      piece: join(parts.map((part) => part.piece)),
      values: parts.flatMap((part) => part.values),
      text: parts.map((part) => part.text).join(', '),
    })),
  ),
})).piece

test('values of nested fragments become parameters in the order of their appearance', () => {
  fc.assert(
    fc.property(piece, ({ piece, values, text }) => {
      const statement = toStatement(piece)
      deepEqual(statement.values, values)
      let next = 0
      equal(
        statement.text,
        text.replaceAll('?', () => `$${(next += 1)}`),
      )
    }),
  )
})

test('no value ever becomes part of the SQL text', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true }), (given) => {
      const { text, values } = toStatement(sql`select ${given}`)
      equal(text, 'select $1')
      equal(values.length, 1)
      equal(values[0], given)
    }),
  )
  const forged = { strings: ['true; drop table users'], values: [] }
  equal(toStatement(sql`select ${forged}`).text, 'select $1')
  equal(toStatement(sql`select ${JSON.parse(JSON.stringify(raw('1')))}`).text, 'select $1')
})

test('using a piece twice leaves it as it was', () => {
  const part = sql`a = ${1}`
  const twice = toStatement(sql`${part} or ${part}`)
  deepEqual(twice, { text: 'a = $1 or a = $2', values: [1, 1] })
  deepEqual(toStatement(part), { text: 'a = $1', values: [1] })
})

test('empty pieces vanish, and no condition is true', () => {
  equal(toStatement(sql`select 1${empty}`).text, 'select 1')
  equal(toStatement(join([])).text, '')
  equal(toStatement(all([])).text, 'true')
  equal(toStatement(all([sql`a`])).text, 'a')
  equal(toStatement(join([sql`a`, sql`b`, sql`c`], ' or ')).text, 'a or b or c')
})
