import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parseXml, shaped, textAt } from './xml.ts'

const read = (text: string, shapes: Record<string, string> = {}) =>
  shaped(parseXml(text).content, shapes)

test('lists are lists whether they hold none, one or many, wrapped or repeated', () => {
  const wrapped = { '/Users': 'member', '/Users/member/Tags': 'member' }
  deepEqual(read('<R><Users/></R>', wrapped), { Users: [] })
  deepEqual(read('<R><Users>\n  </Users></R>', wrapped), { Users: [] })
  deepEqual(read('<R><Users><member><N>a</N><Tags/></member></Users></R>', wrapped), {
    Users: [{ N: 'a', Tags: [] }],
  })
  deepEqual(read('<R>\n <Users>\n <member>a</member>\n <member>b</member></Users></R>', wrapped), {
    Users: ['a', 'b'],
  })
  const flat = { '/Rule': '*', '/Rule/Days': 'inte' }
  deepEqual(read('<R><Rule><Days>3</Days></Rule></R>', flat), { Rule: [{ Days: 3 }] })
  deepEqual(read('<R><Rule>a</Rule><Rule>b</Rule></R>', { '/Rule': '*' }), { Rule: ['a', 'b'] })
})

test('prefixes, attributes, comments and what lies between elements are passed over', () => {
  const text = '<x:R xmlns:x="y">\n a <!-- b --><x:A at="c">d<![CDATA[<e>]]></x:A> f </x:R>'
  deepEqual(parseXml(text), { root: 'R', content: { A: 'd<e>' } })
})

test('flags, numbers and maps have their types, everything else stays text', () => {
  const shapes = { '/On': 'bool', '/Size': 'long', '/Map': 'map:key:value' }
  deepEqual(
    read(
      '<R><On>true</On><Size>7</Size><Id>007</Id><Map><entry><key>a</key><value>1</value></entry></Map></R>',
      shapes,
    ),
    { On: true, Size: 7, Id: '007', Map: { a: '1' } },
  )
})

test('what is neither flag nor number where one must be is broken, not false or zero', () => {
  throws(() => read('<R><On>maybe</On></R>', { '/On': 'bool' }), SyntaxError)
  throws(() => read('<R><Size></Size></R>', { '/Size': 'inte' }), SyntaxError)
  throws(() => read('<R><A>1</A><A>2</A></R>', { '/A': 'inte' }), SyntaxError)
})

test('a list that the table does not know is left out, and breaks nothing', () => {
  deepEqual(read('<R><A>1</A><A>2</A><B>3</B></R>'), { A: undefined, B: '3' })
})

test('decodes entities once, and replaces characters that XML does not allow', () => {
  deepEqual(read('<R><A>&lt;b&gt; &amp;lt; &#39;&#x41;&quot;</A></R>'), { A: `<b> &lt; 'A"` })
  deepEqual(read('<R><A>a&#0;b&#xD800;</A></R>'), { A: 'a\ufffdb\ufffd' })
  deepEqual(read('<R><A>a&#1;&#x110000;</A><B>&#10;</B></R>'), { A: 'a\u0001\ufffd', B: '\n' })
})

test('rejects documents that are truncated, empty, not XML, or define a document type', () => {
  for (const text of [
    '<R><A>x</A>',
    '<R><A>x',
    '<R><A>x</B></R>',
    '<R>a</R><R>b</R>',
    '<R>&unknown;</R>',
    '<R>a < b</R>',
    `${'<a>'.repeat(101)}${'</a>'.repeat(101)}`,
    '',
    'nope',
    '{"a":1}',
    '<!DOCTYPE r [<!ENTITY x "y">]><r>&x;</r>',
  ]) {
    throws(() => parseXml(text), SyntaxError, text)
  }
})

test('rejects names that would reach a prototype', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    throws(() => parseXml(`<R><${name}>x</${name}></R>`), SyntaxError, name)
  }
})

test('an error’s code is found at any depth', () => {
  const { content } = parseXml('<R><Errors><Error><Code>X</Code></Error></Errors></R>')
  equal(textAt(content, 'Code'), 'X')
  equal(textAt(content, 'Region'), null)
})

test('an id that is kept of an answer does not keep the answer', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const idOf = (page: number): string => {
    const id = `sg-${String(page).padStart(17, '0')}`
    const content = parseXml(`<R><Id>${id}</Id><Rest>${'x'.repeat(1_000_000)}</Rest></R>`).content
    return textAt(content, 'Id') ?? ''
  }
  collectGarbage()
  const before = process.memoryUsage()
  const kept = Array.from({ length: 30 }, (_, page) => idOf(page))
  collectGarbage()
  const after = process.memoryUsage()
  const grown = after.heapUsed + after.external - before.heapUsed - before.external
  ok(grown < 5_000_000, `${kept.length} ids of 20 characters hold ${grown} bytes`)
})
