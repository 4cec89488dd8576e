/** A framework as a scan stands to it, to hand to an auditor: cover, contents, summary, requirements, what fails and why. */
import type { CheckDescription, CoverageSummary } from '@plumbline/scanner'
import {
  type Assessed,
  assess,
  checksOf,
  coverageOf,
  critical,
  type Framework,
  frameworkName,
  judgedOf,
  reachOf,
  requirementWords,
  type ResultOf,
  scoreOf,
  type StatusReason,
  totalsOf,
} from '@plumbline/scanner/frameworks'
import { severities } from '../facts.ts'
import { sectionNameOf } from '../frameworks.ts'
import type { ReportedScan } from '../store.ts'
import {
  accountKind,
  accountTitle,
  coverageSentence,
  figure,
  many,
  moment,
  share,
} from '../words.ts'
import { legend, type Part, shares, tiles } from './charts.ts'
import { paper } from './document.ts'
import { widthIn, wrapped } from './fonts.ts'
import { type Cell, colours, inner, Layout, margin } from './layout.ts'

export interface FrameworkReport {
  readonly scan: ReportedScan
  readonly framework: Framework
  readonly resultOf: ResultOf
  readonly coverage: CoverageSummary
  readonly checks: ReadonlyMap<string, CheckDescription>
  readonly version: string
}

const statusColours = { PASS: colours.pass, FAIL: colours.fail, MANUAL: colours.manual } as const

const reasons: Readonly<Record<StatusReason, string>> = {
  failed: 'A check that it names failed',
  weaker_configuration: 'A check that it names went by a laxer value than it states',
  all_passed: 'Every check that it names passed, or had nothing to look at',
  partly_judged: 'Some of its checks passed, and others were not judged',
  not_judged: 'None of its checks was judged',
  not_applicable: 'There was nothing to look at',
  no_checks: 'It names no check for such an account',
  by_people: 'No check can tell: people judge it',
}

const partsOf = (assessed: readonly Assessed[]): readonly Part[] => {
  const { passed, failed, manual } = totalsOf(assessed)
  return [
    { name: 'fail', value: failed, colour: colours.fail },
    { name: 'not judged whole', value: manual, colour: colours.manual },
    { name: 'pass', value: passed, colour: colours.pass },
  ]
}

export function frameworkPdf(report: FrameworkReport): Buffer {
  const { scan, framework, version } = report
  const assessed = assess(framework, report.resultOf)
  const name = frameworkName(framework)
  const layout = new Layout(`${name} · ${accountTitle(scan)}`)
  cover(layout, report, assessed)
  layout.contentsPage()
  summary(layout, report, assessed)
  requirements(layout, report, assessed)
  failing(layout, report, assessed)
  unjudged(layout, report, assessed)
  return layout.finish({
    title: `${name}: ${accountTitle(scan)}, ${moment(scan.at)}`,
    author: `Plumbline ${version}`,
    at: new Date(scan.at),
  })
}

function cover(
  layout: Layout,
  { scan, framework, version }: FrameworkReport,
  assessed: readonly Assessed[],
): void {
  layout.newPage()
  const { pdf } = layout
  pdf.rect(0, 0, paper.width, 12, colours.accent)
  pdf.text(margin, 110, 'Plumbline compliance report', {
    font: 'bold',
    size: 12,
    colour: colours.accent,
  })
  let y = 160
  for (const line of wrapped('bold', 30, frameworkName(framework), inner)) {
    pdf.text(margin, y, line, { font: 'bold', size: 30 })
    y += 37
  }
  for (const line of wrapped('regular', 15, accountTitle(scan), inner)) {
    pdf.text(margin, y + 4, line, { size: 15, colour: colours.muted })
    y += 20
  }
  const { passed, failed, manual, total } = totalsOf(assessed)
  layout.y = Math.max(y + 60, 330)
  layout.paragraph(`${figure(passed)} of ${many(total, 'requirement')} pass.`, {
    font: 'bold',
    size: 16,
  })
  layout.paragraph(
    `${figure(failed)} fail. ${figure(manual)} cannot be said to pass: they were not judged, or only in part.`,
    { size: 12, colour: colours.muted },
  )
  layout.y = 560
  pdf.line(margin, 540, margin + inner, 540, colours.line)
  const said: readonly (readonly [string, string])[] = [
    [accountKind(scan.provider_type), scan.account_uid],
    ['Scan completed', moment(scan.at)],
    ['Scan', scan.name ?? scan.id],
    ['Framework', framework.id],
    ['Written by', `Plumbline ${version}`],
  ]
  for (const [label, value] of said) {
    pdf.text(margin, layout.y, label, { size: 10, colour: colours.muted })
    const [line = ''] = wrapped('regular', 10, value, inner - 140)
    pdf.text(margin + 140, layout.y, line, { size: 10 })
    layout.space(20)
  }
  layout.y = 740
  layout.paragraph(
    'This report shows the results of checks. It is not a certificate. Requirements that checks cannot decide are marked for review by a person.',
    { size: 9, colour: colours.muted, width: inner },
  )
}

const isScored = (assessed: readonly Assessed[]): boolean =>
  assessed.some(({ requirement }) => 'Weight' in requirement.attributes)

const scored = (assessed: readonly Assessed[]): string => {
  const score = scoreOf(reachOf(assessed))
  return score === null ? '–' : (Math.floor(score * 10) / 10).toFixed(1)
}

function summary(
  layout: Layout,
  { framework, coverage }: FrameworkReport,
  assessed: readonly Assessed[],
): void {
  layout.chapter('Summary')
  const totals = totalsOf(assessed)
  tiles(layout, [
    ...(isScored(assessed) ? [{ value: scored(assessed), name: 'score, of 100' }] : []),
    { value: figure(totals.passed), name: 'requirements pass', colour: colours.pass },
    { value: figure(totals.failed), name: 'fail', colour: colours.fail },
    { value: figure(totals.manual), name: 'not judged whole', colour: colours.manual },
    {
      value: share(totals.judged, totals.named),
      name: `judged: ${figure(totals.judged)} of ${figure(totals.named)} checks`,
    },
  ])
  layout.paragraph(
    'A requirement passes if every one of its checks passed or had no resources to check. It does not pass if a part of it was not checked.',
  )
  layout.paragraph(coverageSentence({ coverage }))
  if (isScored(assessed)) {
    const weighed = `${Math.floor(coverageOf(assessed) * 100)} %`
    layout.paragraph(
      `The score is the share of findings that pass, weighted by the weight and risk of their requirement. Requirements with ${weighed} of the total weight were checked.`,
    )
  }
  layout.heading('Requirements by section')
  legend(layout, partsOf([]))
  const sections = Map.groupBy(assessed, ({ requirement }) => sectionNameOf(framework, requirement))
  shares(
    layout,
    [...sections].map(([name, own]) => {
      const { passed, total } = totalsOf(own)
      const score = isScored(own) ? `score ${scored(own)} · ` : ''
      return { name, value: `${score}${figure(passed)} of ${figure(total)}`, parts: partsOf(own) }
    }),
  )
  const worst = isScored(assessed) ? critical(assessed) : []
  if (worst.length > 0)
    layout.paragraph(
      `${many(worst.length, 'requirement')} of high risk ${worst.length === 1 ? 'fails' : 'fail'}; they are marked in the list.`,
    )
  layout.heading('Why requirements came out as they did')
  const counted = Map.groupBy(assessed, ({ reason }) => reason)
  layout.table(
    [
      { name: 'Reason', width: inner - 160 },
      { name: 'Counts as', width: 80 },
      { name: 'Requirements', width: 80, align: 'right' },
    ],
    [...counted]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([reason, own]): Cell[] => {
        const status = own[0]?.status ?? 'MANUAL'
        return [
          { text: reasons[reason] },
          { text: status, colour: statusColours[status], font: 'bold' },
          { text: figure(own.length) },
        ]
      }),
  )
}

/** Of a column of ids in a table, so that hardly any is broken in two. */
const widthOfIds = (assessed: readonly Assessed[]): number =>
  Math.min(
    180,
    Math.max(72, ...assessed.map(({ requirement }) => widthIn('bold', 8.5, requirement.id) + 12)),
  )

function requirements(
  layout: Layout,
  { framework, checks }: FrameworkReport,
  assessed: readonly Assessed[],
): void {
  layout.chapter('Requirements')
  const worst = new Set(isScored(assessed) ? critical(assessed) : [])
  const sections = Map.groupBy(assessed, ({ requirement }) => sectionNameOf(framework, requirement))
  const ids = widthOfIds(assessed)
  for (const [name, own] of sections) {
    layout.heading(name, { isSection: true })
    layout.table(
      [
        { name: 'Requirement', width: ids },
        { name: 'Resources', width: inner - ids - 54 - 72 - 40 },
        { name: 'Status', width: 54 },
        { name: 'Checks judged', width: 72, align: 'right' },
        { name: 'FAIL', width: 40, align: 'right' },
      ],
      own.map((one): Cell[] => {
        const words = requirementWords(framework, one.requirement, (id) => checks.get(id)?.title)
        const mark = worst.has(one) ? ' (high risk)' : ''
        return [
          { text: one.requirement.id, font: 'bold' },
          { text: words.name + mark },
          { text: one.status, colour: statusColours[one.status], font: 'bold' },
          {
            text:
              one.checks.named === 0
                ? 'none named'
                : `${judgedOf(one.checks)} of ${one.checks.named}`,
            colour: colours.muted,
          },
          { text: one.fail === 0 ? '' : figure(one.fail) },
        ]
      }),
    )
  }
}

interface Failing {
  readonly id: string
  readonly check: CheckDescription | undefined
  readonly fail: number
  readonly pass: number
  readonly of: readonly string[]
}

function failing(
  layout: Layout,
  { scan, framework, resultOf, checks }: FrameworkReport,
  assessed: readonly Assessed[],
): void {
  const named = new Map<string, string[]>()
  for (const { requirement } of assessed)
    for (const id of checksOf(framework, requirement, scan.provider_type))
      named.set(id, [...(named.get(id) ?? []), requirement.id])
  const rank = ({ check }: Failing): number =>
    severities.indexOf(check?.severity ?? 'informational')
  const rows = [...named]
    .map(([id, of]): Failing => {
      const { fail = 0, pass = 0 } = resultOf(scan.provider_type, id) ?? {}
      return { id, check: checks.get(id), fail, pass, of }
    })
    .filter(({ fail }) => fail > 0)
    .toSorted((a, b) => rank(a) - rank(b) || b.fail - a.fail || (a.id < b.id ? -1 : 1))
  layout.chapter('Failed checks and how to fix them')
  if (rows.length === 0) layout.paragraph('No check of the framework failed.')
  for (const row of rows) tellOf(layout, row)
  weaker(layout, assessed)
}

/** Requirements that state stricter values than the scan went by. */
function weaker(layout: Layout, assessed: readonly Assessed[]): void {
  const rows = assessed.flatMap(({ requirement, detail }) =>
    detail === null ? [] : [{ id: requirement.id, detail }],
  )
  if (rows.length === 0) return
  layout.paragraph(
    'The scan configuration is weaker than these requirements. Change its values and scan again.',
  )
  const ids = widthOfIds(assessed)
  layout.table(
    [
      { name: 'Requirement', width: ids },
      { name: 'Values', width: inner - ids },
    ],
    rows.map(({ id, detail }): Cell[] => [{ text: id, font: 'bold' }, { text: detail }]),
  )
}

/** One check that failed, whole on a page. */
function tellOf(layout: Layout, { id, check, fail, pass, of }: Failing): void {
  const left = of.length - 12
  const named = `Requirements: ${of.slice(0, 12).join(', ')}${left > 0 ? `, and ${left} more` : ''}`
  const title = { text: check?.title ?? id, font: 'bold', size: 11 } as const
  const below = [
    { text: id, font: 'mono', size: 8, colour: colours.muted },
    ...(check ? [{ text: check.fix.text, size: 9.5 }] : []),
    { text: named, size: 8.5, colour: colours.muted },
  ] as const
  const texts = [title, ...below].reduce(
    (sum, { text, ...style }) => sum + layout.heightOf(text, style),
    0,
  )
  layout.room(texts + 32)
  layout.space(6)
  layout.paragraph(title.text, title)
  layout.y -= 4
  const severity = check?.severity ?? 'informational'
  const { pdf } = layout
  let x = margin
  for (const [text, colour, font] of [
    [severity, colours[severity], 'bold'],
    [`${figure(fail)} FAIL`, colours.fail, 'bold'],
    [`${figure(pass)} PASS`, colours.pass, 'regular'],
  ] as const)
    x += pdf.text(x, layout.y, text, { font, size: 9, colour }) + 10
  layout.space(14)
  for (const { text, ...style } of below) layout.paragraph(text, style)
  if (!check?.source) return
  const [line = ''] = wrapped('regular', 8.5, check.source, inner)
  const wide = pdf.text(margin, layout.y, line, { size: 8.5, colour: colours.accent })
  pdf.link(margin, layout.y - 9, wide, 12, check.source)
  layout.space(16)
}

function unjudged(layout: Layout, report: FrameworkReport, assessed: readonly Assessed[]): void {
  const open = assessed.filter(({ status }) => status === 'MANUAL')
  layout.chapter('Requirements without a result')
  layout.paragraph(
    open.length === 0
      ? 'Every requirement was checked completely.'
      : `${many(open.length, 'requirement')} ${open.length === 1 ? 'is' : 'are'} neither passed nor failed. A person must review them.`,
  )
  layout.paragraph(coverageSentence(report))
  if (open.length === 0) return
  const ids = widthOfIds(open)
  layout.table(
    [
      { name: 'Requirement', width: ids },
      { name: 'Why', width: inner - ids },
    ],
    open.map(({ requirement, reason, checks, missing }): Cell[] => {
      const judged =
        checks.named > 0 ? ` (${judgedOf(checks)} of ${many(checks.named, 'check')} judged)` : ''
      const lacking =
        missing.length > 0
          ? ` Not implemented or not run: ${missing.slice(0, 6).join(', ')}${missing.length > 6 ? `, and ${missing.length - 6} more` : ''}.`
          : ''
      return [
        { text: requirement.id, font: 'bold' },
        { text: `${reasons[reason]}${judged}.${lacking}` },
      ]
    }),
  )
}
