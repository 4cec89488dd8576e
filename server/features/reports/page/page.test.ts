/** The page against texts of an account that would like to be markup, and against scans of any size. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseHtml } from '../testing/html.ts'
import { finding, factsFor, hostileTexts } from '../testing/made-up.ts'
import { escaped, html } from './markup.ts'
import { page } from './page.ts'
import { Samples } from './samples.ts'

const written = (facts: ReturnType<typeof factsFor>, samples: Samples): string =>
  Buffer.concat([...page(facts, { checks: new Map(), samples, tableName: 'table.csv' })]).toString()

/** Up to 100 kB: short ones as they are, and some that are repeated. */
const anyText = fc.oneof(
  { weight: 9, arbitrary: hostileTexts },
  {
    weight: 1,
    arbitrary: fc
      .tuple(hostileTexts, fc.nat(100_000))
      .map(([text, length]) => text.repeat(length / (text.length || 1)).slice(0, length)),
  },
)

test('no text of an account is markup: each stands in the page as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const samples = new Samples()
      samples.add([
        finding({ check_id: 'check', text, name: text, uid: text, region: text, reason: text }),
      ])
      const facts = factsFor({ account: text, check_id: 'check', service: text })
      const { elements, attributes, text: shown } = parseHtml(written(facts, samples))
      deepEqual(
        elements.filter((name) => !known.has(name)),
        [],
      )
      deepEqual(
        attributes.filter((name) => /^on|^style$|^src$/.test(name)),
        [],
      )
      ok(!/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(shown))
      const visible = text
        .toWellFormed()
        .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
          '\n\t'.includes(sign) ? sign : '\ufffd',
        )
      ok(shown.includes(visible.slice(0, 400)), visible)
    }),
    { numRuns: 150 },
  )
})
const known = new Set(
  'html head meta title style body a div header p h1 h2 h3 h4 dl dt dd nav ol ul li main b span i figure svg text rect line polyline circle details summary table caption thead tbody tr th td section code pre br footer'.split(
    ' ',
  ),
)

test('a text of 100 kB takes no more of the page than it has room for', () => {
  const samples = new Samples()
  samples.add([finding({ check_id: 'check', text: '<b>&"'.repeat(20_000), name: 'n', uid: 'u' })])
  ok(written(factsFor({ check_id: 'check' }), samples).length < 40_000)
})

test('of each check the first findings are shown that do not pass, of all so many, and the rest is counted', () => {
  const samples = new Samples({ each: 3, overall: 5 })
  const batch = (check_id: string, status: 'FAIL' | 'PASS' | 'MANUAL', count: number) =>
    Array.from({ length: count }, (_, at) =>
      finding({ check_id, status, uid: `${check_id} ${status} ${at}` }),
    )
  samples.add(batch('one', 'FAIL', 10))
  samples.add(batch('two', 'FAIL', 1))
  samples.add(batch('two', 'PASS', 4))
  samples.add(batch('two', 'MANUAL', 4))
  deepEqual(
    samples.of('one').map(({ uid }) => uid),
    ['one FAIL 0', 'one FAIL 1', 'one FAIL 2'],
  )
  deepEqual(
    samples.of('two').map(({ uid }) => uid),
    ['two FAIL 0', 'two MANUAL 0'],
  )
  const shown = written(factsFor({ check_id: 'one', fail: 1_234 }), samples)
  ok(shown.includes('1,232 more findings are in table.csv'))
})

test('a page asks nobody for anything, and says so to the browser', () => {
  const text = written(factsFor({ check_id: 'check' }), new Samples())
  ok(text.includes(`default-src 'none'`))
  const { attributes, elements, links } = parseHtml(text)
  ok(!elements.some((name) => /^(script|link|img|iframe|object|embed|form|base)$/.test(name)))
  ok(!attributes.some((name) => /^(src|srcset|action|background|poster)$/.test(name)))
  for (const link of links) ok(/^(#|https:\/\/)/.test(link), link)
})

test('muted findings never take the room of those that are open', () => {
  const samples = new Samples({ each: 3, overall: 4 })
  const row = (uid: string, reason?: string) =>
    finding({ check_id: 'one', uid, ...(reason !== undefined && { reason }) })
  samples.add(['m1', 'm2', 'm3'].map((uid) => row(uid, 'accepted')))
  samples.add([row('o1'), row('o2')])
  deepEqual(
    samples.of('one').map(({ uid }) => uid),
    ['o1', 'o2', 'm1'],
  )
  samples.add([row('m4', 'accepted'), row('o3'), row('o4')])
  deepEqual(
    samples.of('one').map(({ uid }) => uid),
    ['o1', 'o2', 'o3'],
  )
})

test('every chart has a table of its numbers', () => {
  const text = written(factsFor({ check_id: 'check' }), new Samples())
  const charts = text.split('<figure>').slice(1)
  ok(charts.length >= 4)
  for (const chart of charts)
    ok(
      /<\/figure>[\s\S]{0,200}(<details>|<div class="scroll"|<p class="muted small">)/.test(chart),
      chart.slice(0, 200),
    )
  equal(text.split('role="img"').length - 1, charts.length)
})

test('what is put into a template is text, and a template stays what it is', () => {
  equal(
    html`<p>${'<i>'}${html`<b>${1}</b>`}${[null, false, undefined]}</p>`.text,
    '<p>&lt;i&gt;<b>1</b></p>',
  )
  equal(escaped('a\u202eb\u0000c\ud800'), 'a\ufffdb\ufffdc\ufffd')
})
