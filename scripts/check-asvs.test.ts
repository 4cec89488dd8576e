import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAsvs } from './check-asvs.ts'

const levels = { '1.1': '12', '1.2': '132' }
const files: Readonly<Record<string, string>> = {
  'a/b.test.ts': "test('a thing holds', () => {})\ntest(`so does ${another}`, () => {})",
}
const rows: readonly string[] = [
  '| Id | Level | Asks | State | By |',
  '|---|---|---|---|---|',
  '| 1.1.1 | 1 | a thing | held | `a/b.test.ts`: `a thing holds`; `a/b.test.ts`: `so does ${another}` |',
  '| 1.1.2 | 2 | more | not applicable | there is none |',
  '| 1.2.1 | 1 | most | held | `a/b.test.ts`: `a thing holds` |',
  '| 1.2.3 | 2 | all | open | a page that says it |',
]
const sound = ['The count: **held 2, not applicable 1, open 1**.', ...rows].join('\n')

const problemsOf = (page: string): readonly string[] =>
  checkAsvs(page, levels, (path) => files[path]).problems
/** The sound page with something else in one place, and a count that is as it was. */
const planted = (was: string, is: string): readonly string[] => {
  assert.ok(sound.includes(was))
  return problemsOf(sound.replace(was, () => is))
}

test('a page with a row for each requirement of levels 1 and 2 is counted', () => {
  assert.deepEqual(
    checkAsvs(sound, levels, (path) => files[path]),
    {
      note: 'held 2, not applicable 1, open 1',
      problems: [],
    },
  )
})

test('a test that is named and not there is found, and so is a name that is only the beginning of one', () => {
  for (const name of ['nothing holds', 'a thing', 'a thing holds,']) {
    assert.deepEqual(
      planted(
        'most | held | `a/b.test.ts`: `a thing holds`',
        `most | held | \`a/b.test.ts\`: \`${name}\``,
      ),
      [`1.2.1: a/b.test.ts has no test "${name}".`],
    )
  }
  assert.deepEqual(planted('most | held | `a/b', 'most | held | `a/c'), [
    '1.2.1 names a/c.test.ts, which is not there.',
  ])
})

test('a requirement without a row, with two, or that nobody asks for is found', () => {
  const [, , first = '', second = ''] = rows
  assert.deepEqual(planted(`${second}\n`, ''), [
    '1.1.2 has no row.',
    'The page has to say **held 2, not applicable 0, open 1**.',
  ])
  assert.deepEqual(planted(first, `${first}\n${first}`), [
    '1.1.1 has two rows.',
    'The page has to say **held 3, not applicable 1, open 1**.',
  ])
  assert.deepEqual(planted('1.2.3', '1.2.2'), [
    '1.2.3 has no row.',
    '1.2.2 is no requirement of level 1 or 2.',
  ])
})

test('a wrong level, a state of its own and a row without a reason are found', () => {
  assert.deepEqual(planted('| 1.2.1 | 1 |', '| 1.2.1 | 2 |'), ['1.2.1 is of level 1.'])
  assert.deepEqual(planted('| open | a page that says it |', '| soon | a page |'), [
    '1.2.3 is "soon", which is none of: held, not applicable, open.',
    'The page has to say **held 2, not applicable 1, open 0**.',
  ])
  assert.deepEqual(planted('there is none', ''), ['1.1.2 is not applicable and does not say why.'])
  assert.deepEqual(
    planted('`a/b.test.ts`: `a thing holds` |\n| 1.2.3', 'it surely does |\n| 1.2.3'),
    ['1.2.1 is held and names no test.'],
  )
})

test('a count that the page does not bear out is found', () => {
  assert.deepEqual(planted('held 2, not', 'held 3, not'), [
    'The page has to say **held 2, not applicable 1, open 1**.',
  ])
})
