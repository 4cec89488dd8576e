import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyValue, type LogEvent, readFilter } from './filter-pattern.ts'

const event: LogEvent = {
  eventName: 'DeleteTrail',
  eventSource: 'cloudtrail.amazonaws.com',
  readOnly: false,
  userIdentity: { type: 'Root' },
}

const fits = (pattern: string, given = event): boolean => {
  const { matches, unclear } = readFilter(pattern)
  equal(unclear, null, `${pattern} is unclear`)
  return matches(given) ?? false
}

const cases: [pattern: string, fits: boolean][] = [
  ['', true],
  ['  ', true],
  ['{ $.eventName = DeleteTrail }', true],
  ['{$.eventName="DeleteTrail"}', true],
  ['{ $.eventName = deletetrail }', false],
  ['{ $.eventName = Delete* }', true],
  ['{ $.eventName = "*Trail" }', true],
  ['{ $.eventName = "D*T*l" }', true],
  ['{ $.eventName = "DeleteTrail*Trail" }', false],
  ['{ $.eventName = * }', true],
  ['{ $.eventName != StopLogging }', true],
  ['{ $.eventName != Delete* }', false],
  ['{ $.userIdentity.type = Root && $.userIdentity.invokedBy NOT EXISTS }', true],
  ['{ $.userIdentity.invokedBy != "x" }', false],
  ['{ $.userIdentity.type EXISTS }', true],
  ['{ $.userIdentity = Root }', false],
  ['{ $.readOnly IS FALSE }', true],
  ['{ $.readOnly is true }', false],
  ['{ $.readOnly = false }', true],
  ['{ $.readOnly IS NULL }', false],
  ['{ $.eventName >= 3 }', false],
  ['{ $.a = 1 && $.a = 2 || $.eventName = DeleteTrail }', true],
  ['{ $.a = 1 && ($.a = 2 || $.eventName = DeleteTrail) }', false],
  ['{ (($.eventName = A) || (($.eventName = DeleteTrail))) }', true],
  ['{ $.eventSource = cloudtrail.amazonaws.com }', true],
  ['DeleteTrail', true],
  ['DeleteTrail Root', true],
  ['DeleteTrail Nobody', false],
  ['?StopLogging ?DeleteTrail', true],
  ['"\\"eventName\\":\\"DeleteTrail\\""', true],
]
for (const [pattern, expected] of cases) {
  test(`the pattern ${pattern || '(none)'} lets the event ${expected ? 'through' : 'fall'}`, () =>
    equal(fits(pattern), expected))
}

const unclear = [
  '[ip, user, name = DeleteTrail]',
  '%Delete.*%',
  '{ $.eventName = DeleteTrail',
  '{ $.eventName = DeleteTrail } more',
  '{ $.eventName DeleteTrail }',
  '{ $.list[*] = DeleteTrail }',
  '{ $.["eventName"] = DeleteTrail }',
  '{ ($.eventName = DeleteTrail }',
  '{ $.eventName = A | $.eventName = B }',
  '{ }',
  'ERROR ?DeleteTrail',
  'two-words',
  'x'.repeat(5000),
]
for (const pattern of unclear) {
  test(`the pattern ${pattern.slice(0, 40)} is unclear, and says what about`, () =>
    ok(readFilter(pattern).unclear))
  test(`the pattern ${pattern.slice(0, 40)} leaves open whether it matches`, () =>
    equal(readFilter(pattern).matches(event), undefined))
}

/** Patterns with a part that is not evaluated. */
const partial: [pattern: string, matches: boolean | undefined][] = [
  ['{ $.eventName = %Delete.*% }', undefined],
  ['{ $.eventName != %Delete.*% }', undefined],
  ['{ $.missing = %Delete.*% }', false],
  ['{ $.eventName = %Delete.*% && $.eventSource = s3.amazonaws.com }', false],
  ['{ $.eventName = %Delete.*% && $.eventSource = cloudtrail.amazonaws.com }', undefined],
  ['{ $.eventName = %Delete.*% || $.eventSource = s3.amazonaws.com }', undefined],
  ['{ $.eventName = %Delete.*% || $.eventSource = cloudtrail.amazonaws.com }', true],
  ['DeleteTrail -Root', undefined],
  ['StopLogging -Root', false],
  ['-Root', undefined],
]
for (const [pattern, expected] of partial) {
  test(`the pattern ${pattern} is decided by its other parts, or by none`, () => {
    const { matches, unclear } = readFilter(pattern)
    ok(unclear)
    equal(matches(event), expected)
  })
}

const typed: LogEvent = {
  code: 404,
  none: null,
  tags: ['a', { key: 'b' }],
  caller: anyValue,
  'dotted.name': 'x',
}
const typedCases: [pattern: string, fits: boolean][] = [
  ['{ $.code = 404 }', true],
  ['{ $.code = 404.0 }', true],
  ['{ $.code != 404 }', false],
  ['{ $.code = 4* }', true],
  ['{ $.code > 400 }', true],
  ['{ $.code >= 404 && $.code <= 404 }', true],
  ['{ $.code < 404 }', false],
  ['{ $.code > many }', false],
  ['{ $.none IS NULL }', true],
  ['{ $.none EXISTS }', true],
  ['{ $.none = null }', false],
  ['{ $.missing IS NULL }', false],
  ['{ $.tags[0] = a }', true],
  ['{ $.tags[1].key = b }', true],
  ['{ $.tags[2] NOT EXISTS }', true],
  ['{ $.tags.length EXISTS }', false],
  ['{ $.tags = a }', false],
  ['{ $.code.length EXISTS }', false],
  ['{ $.dotted.name = x }', false],
  // A condition on a member with any value is not met by all values.
  ['{ $.caller = x }', false],
  ['{ $.caller != x }', false],
  ['{ $.caller = * }', true],
  ['{ $.caller EXISTS }', true],
  ['{ $.caller NOT EXISTS }', false],
  ['{ $.caller IS NULL }', false],
  ['{ $.caller.type = * }', false],
  ['{ $.caller.type NOT EXISTS }', false],
]
for (const [pattern, expected] of typedCases) {
  test(`the pattern ${pattern} ${expected ? 'matches' : 'does not match'} an event of other types`, () =>
    equal(fits(pattern, typed), expected))
}

/** An expression as a tree, with an independent evaluation. */
type Tree =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Tree[] }
  | { readonly is: '=' | '!='; readonly name: string; readonly value: string }
  | { readonly is: 'NOT EXISTS'; readonly name: string }

const names = fc.constantFrom('a', 'b', 'c')
const values = fc.constantFrom('x', 'y', 'x y')
const trees = fc.letrec<{ tree: Tree }>((tie) => {
  const parts = fc.array(tie('tree'), { minLength: 1, maxLength: 3 })
  return {
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ is: fc.constantFrom('=', '!='), name: names, value: values }),
      fc.record({ is: fc.constant('NOT EXISTS' as const), name: names }),
      fc.record({ is: fc.constantFrom('and', 'or'), parts }),
    ) as fc.Arbitrary<Tree>,
  }
}).tree

function written(tree: Tree, within?: 'and' | 'or'): string {
  if ('parts' in tree) {
    const inner = tree.parts
      .map((it) => written(it, tree.is))
      .join(tree.is === 'and' ? '&&' : ' || ')
    return within === 'and' && tree.is === 'or' ? `(${inner})` : inner
  }
  return 'value' in tree ? `$.${tree.name} ${tree.is} "${tree.value}"` : `$.${tree.name} ${tree.is}`
}

function meant(tree: Tree, given: LogEvent): boolean {
  if ('parts' in tree) {
    const each = (it: Tree): boolean => meant(it, given)
    return tree.is === 'and' ? tree.parts.every(each) : tree.parts.some(each)
  }
  const value = given[tree.name]
  if (tree.is === 'NOT EXISTS') return value === undefined
  return value !== undefined && (value === tree.value) === (tree.is === '=')
}

const events = fc.dictionary(names, values) as fc.Arbitrary<LogEvent>

test('an expression means what its tree means, however it is spaced', () => {
  fc.assert(
    fc.property(trees, events, fc.constantFrom('', ' ', '\n  '), (tree, given, space) => {
      const text = written(tree).replaceAll('(', `(${space}`).replaceAll('||', `${space}||${space}`)
      equal(fits(`{${space}${text}${space}}`, given), meant(tree, given))
    }),
  )
})

test('any text at all is read or is unclear, and the same each time', () => {
  const signs = fc.constantFrom(...'{}()$.=!|&"*%?- aN\\', 'NOT EXISTS', '$.a', '&&', '||')
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 30 }), (pieces) => {
      const pattern = pieces.join('')
      const once = readFilter(pattern)
      const again = readFilter(pattern)
      equal(once.unclear, again.unclear)
      equal(once.matches(event), again.matches(event))
      if (once.matches(event) === undefined) ok(once.unclear)
    }),
  )
})

test('a wildcard fits what a regular expression of the same meaning fits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  const wanted = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(wanted, text, (pattern, value) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
      equal(fits(`{ $.v = "${pattern}" }`, { v: value }), expression.test(value))
    }),
  )
})
