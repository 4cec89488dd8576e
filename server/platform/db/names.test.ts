import { equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { Names } from './names.ts'
import { plannedForValues, sql, toStatement } from './sql.ts'

test('a statement has a name from its second time on, and keeps it', () => {
  const names = new Names()
  equal(names.of('select 1'), undefined)
  const name = names.of('select 1')
  match(name ?? '', /^prepared_/)
  equal(names.of('select 1'), name)
  notEqual(names.of('select 2'), name)
})

test('a statement that is planned for its values never has one', () => {
  const names = new Names()
  const { text } = toStatement(sql`
    ${plannedForValues}select ${1}`)
  for (let time = 0; time < 3; time += 1) equal(names.of(text), undefined)
})

test('there are 300 names at most, and each is another one once plans are void', () => {
  const names = new Names()
  const named = (text: string): string | undefined => names.of(text) ?? names.of(text)
  for (let number = 0; number < 300; number += 1)
    match(named(`select ${number}`) ?? '', /^prepared_/)
  equal(named('select 300'), undefined)
  const before = named('select 0')
  names.renew()
  notEqual(named('select 0'), before)
})

test('texts seen once are evicted, and a text that comes again soon is not', () => {
  const names = new Names()
  for (let number = 0; number < 5_000; number += 1) equal(names.of(`select ${number}`), undefined)
  names.of('select soon')
  match(names.of('select soon') ?? '', /^prepared_/)
})
