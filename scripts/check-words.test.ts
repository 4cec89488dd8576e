import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retiredNames } from './check-words.ts'

const found = (text: string, path = 'server/a.ts'): number => retiredNames([{ path, text }]).length

const planted: readonly [what: string, text: string, path?: string][] = [
  ['a function', 'export function touch() {}'],
  ['a part of a name', 'const nameTwins = 1'],
  ['a part of a constant', 'const UKEY_OF = 1'],
  ['a column of SQL in a template', 'tx.rows(sql`select ukey from findings`)'],
  ['a column of a migration', 'create table t (rkey uuid);', 'migrations/0099_t.sql'],
  ['a file', '', 'server/portions-of.ts'],
]
for (const [what, text, path] of planted) {
  test(`${what} with a retired word is named`, () => assert.equal(found(text, path), 1))
}

test('a name is told once a file, with what to say instead', () => {
  assert.deepEqual(retiredNames([{ path: 'server/a.ts', text: 'const told = 1; use(told)' }]), [
    'server/a.ts: told holds the retired word "told". Say what it is: a text, a result, a message that was sent.',
  ])
})

test('comments and texts may say what they like, and so may words that only sound like it', () => {
  for (const text of [
    '// told by us',
    '/* things */',
    "const a = 'twins'",
    'untold(nothing, newsletter)',
  ])
    assert.equal(found(text), 0, text)
  assert.equal(found('-- touched by nobody', 'a.sql'), 0)
})
