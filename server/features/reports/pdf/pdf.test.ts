import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { aws, describeChecks } from '@plumbline/scanner'
import { type CheckResult, framework, frameworksOf } from '@plumbline/scanner/frameworks'
import { printed, type Printed, printedFor, sectionNameOf } from '../frameworks.ts'
import { factsFor, hostileTexts } from '../testing/made-up.ts'
import { pagesOf, textsIn } from '../testing/printed-pages.ts'
import { encoded, isBasic } from './base-fonts.ts'
import { Pdf } from './document.ts'
import { widthIn, withFonts, wrapped } from './fonts.ts'
import { frameworkPdf } from './framework.ts'
import { Layout } from './layout.ts'
import { FontsNeeded } from './needed.ts'

const about = { title: 'A title', author: 'Plumbline', at: new Date('2026-11-23T10:30:44Z') }

const pass: CheckResult = { state: 'passed', pass: 3, fail: 0, manual: 0, values: [] }
const fail: CheckResult = { state: 'failed', pass: 1, fail: 2, manual: 0, values: [] }
const missing: CheckResult = { state: 'missing', pass: 0, fail: 0, manual: 0, values: [] }

async function reportOf(kind: Printed): Promise<Buffer> {
  const found = await framework(printedFor(kind, 'aws')?.id ?? '')
  if (!found) throw new Error(`There is no ${kind}.`)
  const { scan, coverage, version } = factsFor({ check_id: 'check' })
  const results = [pass, fail, missing]
  const resultOf = (_: string, id: string): CheckResult => results[id.length % 3] ?? pass
  return frameworkPdf({ scan, framework: found, resultOf, coverage, checks: new Map(), version })
}

for (const kind of Object.keys(printed) as Printed[]) {
  test(`the PDF of ${kind} has a cover, contents that lead to its chapters, and a number on each page behind`, async () => {
    const file = await reportOf(kind)
    const pages = pagesOf(file)
    const texts = pages.map(textsIn)
    ok(texts[0]?.includes('Plumbline compliance report'))
    equal(
      texts[1]?.find((text) => text === 'Contents'),
      'Contents',
    )
    const chapters = [
      'Summary',
      'Requirements',
      'Failed checks and how to fix them',
      'Requirements without a result',
    ]
    for (const [at, title] of chapters.entries()) {
      const place = texts[1]?.indexOf(title) ?? -1
      const number = Number(texts[1]?.[place + 1])
      ok(texts[number - 1]?.includes(title), `${title} is on page ${number}`)
      ok(pages[1]?.links[at]?.includes('/Dest ['))
    }
    for (const [at, page] of texts.entries())
      if (at > 0) ok(page.includes(`${at + 1} / ${texts.length}`), `page ${at + 1}`)
    deepEqual(await reportOf(kind), file)
  })
}

test('fonts are loaded only for a text that needs them, and then the drawing starts again', async () => {
  let drawings = 0
  const draw = (text: string) => (): number => {
    drawings += 1
    return widthIn('regular', 10, text)
  }
  for (const text of ['Grüße – 5 €', 'e\u0301', 'a\u202eb']) await withFonts(draw(text))
  equal(drawings, 3)
  throws(draw('Łódź'), FontsNeeded)
  ok((await withFonts(draw('Łódź'))) > 0)
  drawings = 0
  ok(draw('Łódź')() > 0)
  // The font of Hebrew is not loaded yet.
  throws(draw('ייצור'), FontsNeeded)
  await rejects(
    withFonts(() => {
      throw new TypeError('another error')
    }),
    /another error/,
  )
})

test('a heading is on the page of what it heads, wherever that begins', () => {
  for (let space = 0; space < 700; space += 7) {
    const layout = new Layout('head')
    layout.newPage()
    layout.space(space)
    layout.heading('A section')
    layout.table([{ name: 'Requirement', width: 200 }], [[{ text: 'The first' }]])
    const pages = pagesOf(layout.finish(about)).map(textsIn)
    const [of] = pages.filter((texts) => texts.includes('A section'))
    ok(of?.includes('The first'), `${space} points from the top`)
  }
})

test('what fails is told on one page, with its source', async () => {
  for (const kind of Object.keys(printed) as Printed[]) {
    const found = await framework(printedFor(kind, 'aws')?.id ?? '')
    if (!found) throw new Error(`There is no ${kind}.`)
    const { scan, coverage, version } = factsFor({ check_id: 'check' })
    const checks = new Map((await describeChecks(aws)).map((check) => [check.id, check]))
    const report = { scan, framework: found, resultOf: () => fail, coverage, checks, version }
    const pages = pagesOf(frameworkPdf(report)).map(textsIn)
    const failing = pages.filter((texts) => texts.some((text) => text === '2 FAIL'))
    ok(failing.length > 3)
    const isSource = (text: string): boolean => text.startsWith('https://')
    for (const texts of failing) {
      const entries = texts.filter((text) => text === '2 FAIL').length
      ok(texts.filter(isSource).length <= entries, texts.find(isSource))
      const [head, first = ''] = texts
      ok(head && !isSource(first) && !first.startsWith('Requirements:'), first)
    }
  }
})

test('a requirement that a weaker configuration fails is printed with both values', async () => {
  const found = await framework(printedFor('cis', 'aws')?.id ?? '')
  if (!found) throw new Error('There is no benchmark.')
  const { scan, coverage, version } = factsFor({ check_id: 'check' })
  const textOf = (days: number): string => {
    const values = [{ max_unused_access_keys_days: days, max_console_access_days: 45 }]
    const resultOf = (): CheckResult => ({ ...pass, values })
    const report = { scan, framework: found, resultOf, coverage, checks: new Map(), version }
    return pagesOf(frameworkPdf(report)).flatMap(textsIn).join(' ')
  }
  ok(textOf(120).includes('max_unused_access_keys_days must be at most 45'))
  ok(textOf(120).includes('the scan used 120'))
  ok(!textOf(45).includes('weaker'))
})

test('no id of a requirement is broken in two', async () => {
  const found = await framework(printedFor('ens', 'aws')?.id ?? '')
  ok(found)
  const texts = new Set(pagesOf(await reportOf('ens')).flatMap(textsIn))
  for (const { id } of found.requirements) ok(texts.has(id), id)
})

test('contents name the sections of requirements, with their pages', async () => {
  const pages = pagesOf(await reportOf('ens')).map(textsIn)
  const contents = pages[1] ?? []
  for (const section of ['op.acc', 'op.exp', 'mp.com']) {
    const number = Number(contents[contents.indexOf(section) + 1])
    ok(pages[number - 1]?.includes(section), `${section} is on page ${number}`)
  }
})

test('a requirement never reads better than what was judged of it', async () => {
  const found = await framework(printedFor('cis', 'aws')?.id ?? '')
  const { scan, coverage, version } = factsFor({ check_id: 'check' })
  if (!found) throw new Error('There is no CIS.')
  const file = frameworkPdf({
    scan,
    framework: found,
    resultOf: () => missing,
    coverage,
    checks: new Map(),
    version,
  })
  const texts = pagesOf(file).flatMap(textsIn)
  ok(texts.includes(`0 of ${found.requirements.length} requirements pass.`))
  ok(!texts.includes('PASS'))
  ok(texts.some((text) => text === '0 of 1'))
})

test('the newest edition of a benchmark is taken, and none for an account that has none', () => {
  const versions = frameworksOf('aws')
    .filter(({ framework: name }) => name === 'CIS')
    .map(({ version }) => Number.parseFloat(version))
  equal(Number.parseFloat(printedFor('cis', 'aws')?.version ?? ''), Math.max(...versions))
  match(printedFor('csa', 'gcp')?.id ?? '', /^csa_ccm_/)
  equal(printedFor('ens', 'github'), undefined)
})

test('requirements are put together by section, by group of controls, or by domain', () => {
  const of = (id: string, requirement: string, attributes = {}): string =>
    sectionNameOf({ id }, { id: requirement, attributes })
  equal(of('cis_7.0_aws', '2.1.1', { Section: '2' }), 'Section 2')
  equal(of('prowler_threatscore_1.0_aws', '1.1.1', { Section: '1' }), '1. IAM')
  equal(of('ens_rd2022_aws', 'op.acc.1.aws.iam.2', { IdGrupoControl: 'op.acc.1' }), 'op.acc')
  equal(of('csa_ccm_4.0', 'A&A-02'), 'A&A')
})

const shown = String.raw`(?:/embedded\d+ 30 Tf|/Span << /ActualText <feff[0-9a-f]+> >> BDC|EMC|-?[\d.]+ Ts|\[[0-9a-f<>.-]+\] TJ)`
const operator = new RegExp(
  String.raw`^BT (?:/bold 30 Tf [\d. ]+ rg [\d.]+ [\d.]+ Td <[0-9a-f]*> Tj|[\d. ]+ RG [\d.]+ w 2 Tr [\d. ]+ rg [\d.]+ [\d.]+ Td ${shown}(?: ${shown})* 0 Tr) ET$`,
)

test('whatever an account is called, the file keeps its form and no text leaves its page', async () => {
  await fc.assert(
    fc.asyncProperty(hostileTexts, async (text) => {
      const [page] = pagesOf(
        await withFonts(() => {
          const pdf = new Pdf()
          pdf.page()
          for (const line of wrapped('bold', 30, text, 400)) {
            ok(widthIn('bold', 30, line) <= 400)
            pdf.text(10, 50, line, { font: 'bold', size: 30 })
          }
          pdf.chapter(text, 10)
          pdf.link(0, 0, 10, 10, text)
          return pdf.finish({ ...about, title: text })
        }),
      )
      for (const line of page?.drawn.split('\n') ?? []) match(line, operator)
      deepEqual(
        page?.links.filter((link) => !link.includes('/URI (https://')),
        [],
      )
    }),
    { numRuns: 200 },
  )
})

test('signs that the base fonts have are one byte each', () => {
  equal(encoded('Grüße – 5 €').toString('latin1'), 'Gr\xfc\xdfe \x96 5 \x80')
  for (const text of ['é', '„x“', '']) ok(isBasic(text), text)
  for (const text of ['e\u0301', '日', 'Ł', 'a\u00adb', 'a\nb']) ok(!isBasic(text), text)
  equal(widthIn('mono', 10, 'abc'), 18)
  equal(widthIn('regular', 1_000, 'A é'), 667 + 278 + 556)
})
