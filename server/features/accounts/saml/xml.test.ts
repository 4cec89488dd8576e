import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadXml, readXml, xmlLimits } from './xml.ts'

const times = (count: number, each: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => each(at)).join('')
const wrong = (text: string): string => {
  try {
    readXml(text)
    return ''
  } catch (error) {
    if (error instanceof BadXml) return error.message
    throw error
  }
}

test('a prefix means what the nearest element around it declares', () => {
  const root = readXml(
    '<a:x xmlns:a="1" xmlns="0"><a:y xmlns:a="2"><a:z/><w/></a:y><a:z/><w xmlns=""/></a:x>',
  )
  const outline = (one: typeof root): string =>
    `${one.namespace}:${one.name}(${one.children.map(outline).join(' ')})`
  assert.equal(outline(root), '1:x(2:y(2:z() 0:w()) 1:z() :w())')
  assert.match(wrong('<a><b:c xmlns:b="1"/><b:c/></a>'), /prefix/)
})

const declared = (count: number) => times(count, (at) => ` xmlns:n${at}="u"`)
const bounds: readonly (readonly [what: string, made: (over: number) => string, says: RegExp])[] = [
  ['elements', (over) => `<a>${'<b/>'.repeat(xmlLimits.elements - 1 + over)}</a>`, /elements/],
  [
    'attributes',
    (over) => `<a>${'<b c="1" d="2" e="3" f="4"/>'.repeat(xmlLimits.attributes / 4 + over)}</a>`,
    /attributes/,
  ],
  [
    'attributes of one element',
    (over) => `<a${times(xmlLimits.attributesOfOne + over, (at) => ` a${at}="1"`)}/>`,
    /attributes/,
  ],
  [
    'declarations',
    (over) => `<a${declared(50)}><b${declared(xmlLimits.declarations - 50 + over)}/></a>`,
    /declarations/,
  ],
  [
    'levels',
    (over) => '<a>'.repeat(xmlLimits.depth + over) + '</a>'.repeat(xmlLimits.depth + over),
    /deep/,
  ],
  ['bytes', (over) => `<a>${'x'.repeat(xmlLimits.bytes - 7 + over)}</a>`, /bytes/],
]
for (const [what, made, says] of bounds) {
  test(`XML is read up to the bound of ${what}, and refused beyond it`, () => {
    assert.equal(wrong(made(0)), '')
    assert.match(wrong(made(1)), says)
  })
}
