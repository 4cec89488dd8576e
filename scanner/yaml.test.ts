import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadYaml, maxYamlDepth, readYaml } from './yaml.ts'

const limits = { bytes: 10_000, tokens: 2_000, aliases: 10, nodes: 500 }
const refuses = (text: string, says: RegExp): void =>
  assert.throws(
    () => readYaml(text, limits),
    (error) => error instanceof BadYaml && says.test(error.message),
    text.slice(0, 100),
  )

test('mappings, lists, words and aliases are read as data', () => {
  const text = `
a: &a [1, 2.5, true, null, "x", y]
b: {c: *a}
? d
: |
  two
  lines
"e": ~
`
  const a = [1, 2.5, true, null, 'x', 'y']
  assert.deepEqual(readYaml(text, limits), { a, b: { c: a }, d: 'two\nlines\n', e: null })
  assert.deepEqual(readYaml('{"a": [{"b": "\\u0041"}]}', limits), { a: [{ b: 'A' }] })
})

test('an alias stands for what its anchor last named', () => {
  assert.deepEqual(readYaml('[&a 1, *a, &a 2, *a]', limits), [1, 1, 2, 2])
})

const bad: readonly (readonly [what: string, text: string, says: RegExp])[] = [
  ['nothing', '', /empty/],
  ['two documents', 'a: 1\n---\nb: 2', /one YAML document/],
  ['a list that does not end', '[a, b', /one YAML document/],
  ['a name twice', 'a: 1\nb: 2\na: 3', /a duplicate key/],
  ['a name twice, once in quotes', '{a: 1, "a": 2}', /a duplicate key/],
  ['a name that leads into a prototype', '__proto__: {a: 1}', /not allowed/],
  ['a list as a name', '? [a]\n: 1', /one YAML document|not a string/],
  ['a tag of its own', '!!js/function "a"', /one YAML document/],
  ['an alias of nothing', 'a: *b', /not defined|one YAML document/],
  ['an anchor within itself', '&a [*a]', /levels/],
  ['too many bytes', 'x'.repeat(limits.bytes + 1), /10000 bytes/],
  ['too many tokens', '- a\n'.repeat(limits.tokens), /2000 tokens/],
  ['too many aliases', `- &a 1\n${'- *a\n'.repeat(limits.aliases + 1)}`, /10 aliases/],
  [
    'aliases that stand for too much',
    `- &a [${'x,'.repeat(60)}x]\n${'- *a\n'.repeat(9)}`,
    /500 keys and values/,
  ],
  ['brackets that nest too deep', '['.repeat(maxYamlDepth + 1), /levels/],
  ['blocks that nest too deep', '- '.repeat(3 * maxYamlDepth), /levels/],
]
test('what is unsound is told with its line', () => {
  refuses('a:\n  - b\n c: d', /errors or tags: line 3/)
})

for (const [what, text, says] of bad) {
  test(`YAML with ${what} is refused`, () => refuses(text, says))
}
