/** Names in the scripts of the world in PDFs. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import * as fc from 'fast-check'
import { framework } from '@plumbline/scanner/frameworks'
import { printed, type Printed, printedFor } from '../frameworks.ts'
import { factsFor } from '../testing/made-up.ts'
import { pagesOf, printedGlyphs, type PrintedPage, textsIn } from '../testing/printed-pages.ts'
import { Pdf } from './document.ts'
import { isWritable, type Line, widthIn, withFonts, wrapped } from './fonts.ts'
import { frameworkPdf } from './framework.ts'
import { graphemesOf } from './graphemes.ts'
import { missingSigns } from './layout.ts'
import { faces } from './scripts.ts'

const about = { title: 'A title', author: 'Plumbline', at: new Date('2026-11-23T10:30:44Z') }

const reversed = (text: string): string => [...text].toReversed().join('')

/** The text, the font of its letters, and its signs from left to right if that is not the order of reading. */
const names: readonly (readonly [string, string, string?])[] = [
  ['Łódź, İstanbul, Việt Nam', 'NotoSans'],
  ['Ελληνικά', 'NotoSans'],
  ['Производство', 'NotoSans'],
  ['الإنتاج', 'NotoSansArabic', reversed('الإنتاج')],
  ['پژوهش‌ها', 'NotoSansArabic', reversed('پژوهش‌ها')],
  ['ייצור', 'NotoSansHebrew', reversed('ייצור')],
  ['उत्पादन', 'NotoSansDevanagari'],
  ['किस्मत', 'NotoSansDevanagari'],
  ['क्षत्रिय', 'NotoSansDevanagari'],
  ['生产环境', 'NotoSansCJK'],
  ['生產環境', 'NotoSansCJK'],
  ['東京プロダクション', 'NotoSansCJK'],
  ['프로덕션', 'NotoSansCJK'],
  ['উৎপাদন', 'NotoSansBengali'],
  ['உற்பத்தி', 'NotoSansTamil'],
  ['ఉత్పత్తి', 'NotoSansTelugu'],
  ['ಉತ್ಪಾದನೆ', 'NotoSansKannada'],
  ['ഉത്പാദനം', 'NotoSansMalayalam'],
  ['ઉત્પાદન', 'NotoSansGujarati'],
  ['ਉਤਪਾਦਨ', 'NotoSansGurmukhi'],
  ['ଉତ୍ପାଦନ', 'NotoSansOriya'],
  ['නිෂ්පාදනය', 'NotoSansSinhala'],
  ['การผลิตกำลัง', 'NotoSansThai'],
  ['ການຜະລິດ', 'NotoSansLao'],
  ['ផលិតកម្ម', 'NotoSansKhmer'],
  ['ထုတ်လုပ်မှု', 'NotoSansMyanmar'],
  ['გარემო', 'NotoSansGeorgian'],
  ['Արտադրություն', 'NotoSansArmenian'],
  ['ምርት', 'NotoSansEthiopic'],
  ['އުފެއްދުން', 'NotoSansThaana', reversed('އުފެއްދުން')],
]

const drawnPage = async (lines: readonly string[]): Promise<PrintedPage> => {
  const file = await withFonts(() => {
    const pdf = new Pdf()
    pdf.page()
    for (const text of lines) pdf.text(10, 50, text)
    return pdf.finish(about)
  })
  const [page] = pagesOf(file)
  if (!page) throw new Error('There is no page.')
  return page
}

const hasRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

const textOf = (line: Line): string =>
  typeof line === 'string' ? line : line.units.map(({ text }) => text).join('')

before(async () => {
  await withFonts(() => names.map(([name]) => isWritable(name)))
})

for (const [name, font, visual = name] of names) {
  test(`${name} is written with glyphs of ${font}, and is copied as it is`, async () => {
    const page = await drawnPage([name])
    const glyphs = printedGlyphs(page)
    for (const glyph of glyphs) {
      ok(glyph.id !== 0, `${glyph.text} has a glyph`)
      equal(glyph.font.name, font)
    }
    deepEqual(textsIn(page), [visual])
  })
}

test('letters of Arabic are joined, and marks of Devanagari are where they are written', async () => {
  const idsOf = async (text: string): Promise<number[]> =>
    printedGlyphs(await drawnPage([text])).map(({ id }) => id)
  const [joined = 0, , alone = 0] = [...(await idsOf('بب')), ...(await idsOf('ب'))]
  ok(joined !== alone)
  const [alef = 0, lam = 0] = [...(await idsOf('ا')), ...(await idsOf('ل'))]
  const ligature = await idsOf('لا')
  ok(!ligature.includes(alef) && !ligature.includes(lam))
  const [letter = 0] = await idsOf('क')
  // The vowel is read after the letter and written before it.
  equal((await idsOf('कि')).indexOf(letter), 1)
  // A conjunct is one glyph.
  equal((await idsOf('क्ष')).length, 1)
})

// Parentheses are copied as they were written; only their glyphs are mirrored.
test('a line with both directions is in the order of the bidirectional algorithm', async () => {
  const orders = [
    ['Prod ייצור test', `Prod ${reversed('ייצור')} test`],
    ['ייצור 42', `42 ${reversed('ייצור')}`],
    ['a (אב) b', `a (${reversed('אב')}) b`],
    ['אב (גד)', reversed('אב (גד)')],
    ['א a ב', 'א a ב'],
  ] as const
  for (const [text, visual] of orders) deepEqual(textsIn(await drawnPage([text])), [visual])
})

test('parentheses in text from right to left are mirrored', async () => {
  const idOf = async (text: string): Promise<number | undefined> =>
    printedGlyphs(await drawnPage([text])).find((glyph) => glyph.text === '(')?.id
  const closing = printedGlyphs(await drawnPage(['Я)'])).at(-1)?.id
  equal(await idOf('אב (גד)'), closing)
  ok((await idOf('Я (a)')) !== closing)
})

test('Japanese text has the Japanese forms of characters', async () => {
  const idOf = async (text: string): Promise<number | undefined> =>
    printedGlyphs(await drawnPage([text])).find((glyph) => glyph.text === '直')?.id
  ok((await idOf('直')) !== (await idOf('直の')))
})

test('only the drawn glyphs are embedded', async () => {
  const draw = async (text: string): Promise<Buffer> =>
    withFonts(() => {
      const pdf = new Pdf()
      pdf.page()
      pdf.text(10, 50, text)
      return pdf.finish(about)
    })
  const [page] = pagesOf(await draw('日本 日本'))
  const used = new Set(page && printedGlyphs(page).map(({ id }) => id))
  for (const font of page?.fonts.values() ?? [])
    for (const id of outlinedIn(font.file)) ok(id === 0 || used.has(id), `${font.name} ${id}`)
  ok((await draw('Производство 日本 الإنتاج')).length < 60_000)
  const basic = await draw('Grüße')
  ok(!basic.includes('FontFile2'))
})

/** Glyphs with an outline in a TrueType file. */
function outlinedIn(file: Buffer): number[] {
  const tables = new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, at) => {
      const from = 12 + 16 * at
      const start = file.readUInt32BE(from + 8)
      const table = file.subarray(start, start + file.readUInt32BE(from + 12))
      return [file.toString('latin1', from, from + 4), table] as const
    }),
  )
  const loca = tables.get('loca') ?? Buffer.alloc(0)
  const isLong = tables.get('head')?.readInt16BE(50) === 1
  const count = loca.length / (isLong ? 4 : 2) - 1
  const startOf = (id: number): number =>
    isLong ? loca.readUInt32BE(4 * id) : loca.readUInt16BE(2 * id)
  return Array.from({ length: count }, (_, id) => id).filter((id) => startOf(id) < startOf(id + 1))
}

test('a sign without a glyph is a box that is copied as the sign', async () => {
  const page = await drawnPage(['prod \u0f40'])
  deepEqual(textsIn(page), ['prod \u0f40'])
  const box = printedGlyphs(page).at(-1)
  equal(box?.id, 0)
  ok(box && outlinedIn(box.font.file).includes(0))
  ok(!(await withFonts(() => isWritable('prod \u0f40'))))
  ok(await withFonts(() => isWritable('日本 – Łódź')))
})

const scripts = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...names.map(([name]) => name),
      ' ',
      '42',
      '(',
      ')',
      '-',
      'prod',
      'e\u0301',
      '「',
    ),
    fc.string({ unit: 'grapheme-composite', maxLength: 5 }),
    fc.string({ unit: 'binary', maxLength: 5 }),
  ),
  { maxLength: 20 },
)

/** Spaces at the ends of lines are not drawn. */
const packed = (text: string): string => text.replaceAll(' ', '')

test('wrapped lines have every sign once, break between graphemes and are not too wide', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.integer({ min: 120, max: 500 }), async (parts, most) => {
      const text = parts.join('')
      const lines = await withFonts(() => wrapped('regular', 8, text, most))
      const graphemes = graphemesOf(text)
      const read = packed(lines.map(textOf).join(''))
      const asked = packed(graphemes.join(''))
      if (hasRightToLeft.test(asked)) deepEqual([...read].toSorted(), [...asked].toSorted())
      else equal(read, asked)
      const breaks = new Set([0, ...endsOf(graphemes)])
      for (const end of endsOf(lines.map(textOf))) ok(breaks.has(end), `a break at ${end}`)
      for (const line of lines) ok(widthIn('regular', 8, line) <= most)
    }),
    { numRuns: 200 },
  )
})

/** Where each part ends, in the parts together without spaces. */
function endsOf(parts: readonly string[]): number[] {
  let at = 0
  return parts.map((part) => (at += packed(part).length))
}

test('graphemes are short, so that their time is bounded, and nothing of them is lost', () => {
  for (const unit of [
    '\u0301\u0323',
    '\u200d',
    'a\u0301\u0323',
    '🚀\u200d',
    'क्',
    '\u{1f1e6}',
    'Я',
  ]) {
    const text = unit.repeat(2_000)
    const graphemes = graphemesOf(text)
    for (const grapheme of graphemes) ok([...grapheme].length <= 12)
    const signs = (of: string): number => [...of.normalize('NFD')].length
    equal(
      graphemes.reduce((sum, grapheme) => sum + signs(grapheme), 0),
      signs(text),
    )
  }
})

test('names of any length have lines of bounded width, and all of their signs', async () => {
  for (const unit of ['Привет ', '漢', 'ال', '\ue000', '([ا', 'a\u0301\u0323']) {
    const text = unit.repeat(10_000)
    const lines = await withFonts(() => wrapped('regular', 8, text, 400))
    for (const line of lines) ok(widthIn('regular', 8, line) <= 400)
    equal(packed(lines.map(textOf).join('')).length, packed(graphemesOf(text).join('')).length)
  }
})

for (const kind of Object.keys(printed) as Printed[])
  test(`the PDF of ${kind} has the name of the account on its cover and every page`, async () => {
    const account = 'Производство 日本'
    const pages = pagesOf(await reportOf(kind, { account_name: account, name: 'Łódź' }))
    for (const page of pages) ok(textsIn(page).some((text) => text.includes(account)))
    ok(pages[0] && textsIn(pages[0]).includes('Łódź'))
    ok(!pages.flatMap(textsIn).some((text) => text.includes('?')))
    ok(!pages[0] || !textsIn(pages[0]).join(' ').includes(missingSigns.slice(0, 40)))
  })

test('a name with signs that cannot be shown has the id of the account beside it, and the cover says so', async () => {
  const pages = pagesOf(await reportOf('cis', { account_name: 'prod \u0f40', name: 'scan \u0f40' }))
  const [cover = [], ...others] = pages.map(textsIn)
  ok(cover.includes('123456789012 (prod \u0f40)'))
  ok(cover.some((text) => text.endsWith('(scan \u0f40)')))
  ok(cover.join(' ').includes(missingSigns))
  for (const page of others)
    ok(page.length === 0 || page.some((text) => text.includes('123456789012 (prod \u0f40)')))
})

test('a long name is on the cover as a whole, and headers are cut with an ellipsis', async () => {
  const account = '漢字'.repeat(50)
  const pages = pagesOf(await reportOf('cis', { account_name: account, name: account }))
  const cover = (pages[0] ? textsIn(pages[0]) : []).join('')
  equal(cover.split(account).length, 3)
  for (const page of pages.slice(1)) ok(textsIn(page).includes('\x85'))
})

async function reportOf(
  kind: Printed,
  names: { readonly account_name: string; readonly name: string },
): Promise<Buffer> {
  const found = await framework(printedFor(kind, 'aws')?.id ?? '')
  if (!found) throw new Error(`There is no ${kind}.`)
  const { scan, coverage, version } = factsFor({ check_id: 'check', account: '123456789012' })
  const report = {
    scan: { ...scan, ...names },
    framework: found,
    resultOf: () => ({ state: 'passed', pass: 3, fail: 0, manual: 0, values: [] }) as const,
    coverage,
    checks: new Map(),
    version,
  }
  return withFonts(() => frameworkPdf(report))
}

test('the fonts are in the repository, with their license, in at most 8 MB', () => {
  const folder = join(import.meta.dirname, 'fonts')
  const files = readdirSync(folder)
  deepEqual(
    files.filter((file) => file.endsWith('.br')).toSorted(),
    faces.map((face) => `${face}.ttf.br`).toSorted(),
  )
  ok(files.includes('OFL.txt'))
  ok(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) < 8_000_000)
})
