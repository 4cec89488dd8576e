/** What a page says of a scan before it comes to findings. */
import { type Counts, type Facts, severities } from '../facts.ts'
import {
  accountKind,
  accountTitle,
  coverageSentence,
  figure,
  judged,
  lasted,
  manualMeaning,
  many,
  moment,
  outcomeWords,
  share,
  verdict,
} from '../words.ts'
import { type Bar, bars, legend, trend } from './charts.ts'
import { html, type Markup } from './markup.ts'

type Row = readonly (string | number | Markup)[]

/** What may be wider than the screen is reached by keyboard, and has a name. */
export const scrolled = (name: string): Markup =>
  html`class="scroll" tabindex="0" role="group" aria-label="${name}"`

/** Numbers stand on the right; the first cell names its row. */
export const table = (caption: string, head: readonly string[], rows: readonly Row[]): Markup => {
  const isNumber = head.map(
    (_, at) => rows.every((row) => typeof row[at] === 'number') && rows.length > 0,
  )
  const kind = (at: number): Markup | false => isNumber[at] === true && html` class="n"`
  return html`<div ${scrolled(caption)}><table><caption>${caption}</caption><thead><tr>${head.map((name, at) => html`<th scope="col"${kind(at)}>${name}</th>`)}</tr></thead><tbody>
${rows.map(
  (row) => html`<tr>${row.map((cell, at) => {
    const text = typeof cell === 'number' ? figure(cell) : cell
    return at === 0 ? html`<th scope="row">${text}</th>` : html`<td${kind(at)}>${text}</td>`
  })}</tr>
`,
)}</tbody></table></div>`
}

const behind = (content: Markup): Markup =>
  html`<details><summary>The numbers as a table</summary>${content}</details>`

const statusParts = ({ fail, manual, pass, muted }: Counts): Bar['parts'] => [
  { name: 'FAIL', value: fail, colour: 'fail' },
  { name: 'MANUAL', value: manual, colour: 'manual' },
  { name: 'PASS', value: pass, colour: 'pass' },
  { name: 'muted', value: muted, colour: 'informational' },
]
const statusLegend = legend([
  ['FAIL', 'fail'],
  ['MANUAL', 'manual'],
  ['PASS', 'pass'],
  ['muted', 'informational'],
])

export function cover(facts: Facts): Markup {
  const { scan, version } = facts
  const time = lasted(scan)
  const said: readonly (readonly [string, string | undefined])[] = [
    [accountKind(scan.provider_type), scan.account_uid],
    ['Scan completed', moment(scan.at)],
    ['It took', time],
    ['Scan', scan.name ?? scan.id],
    ['Resources', figure(scan.resources)],
    ['Written by', `Plumbline ${version}`],
  ]
  return html`<header class="cover"><p class="brand">Plumbline security report</p>
<h1>${accountTitle(scan)}</h1>
<p class="lead">${verdict(facts)}</p><p>${coverageSentence(facts)}</p>
<dl class="facts">${said.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`
}

export const contents = (names: readonly (readonly [id: string, name: string])[]): Markup =>
  html`<nav aria-label="Contents"><ol>${names.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ol></nav>`

export function summary({ counts, scan, coverage }: Facts): Markup {
  const figures: readonly (readonly [number | string, string, string])[] = [
    [counts.fail, 'FAIL', 'fail'],
    [counts.manual, 'MANUAL', 'manual'],
    [counts.pass, 'PASS', 'pass'],
    [counts.muted, 'muted', 'muted'],
    [scan.resources, 'resources', 'muted'],
    [share(coverage.assessed, coverage.total + coverage.excluded), 'read whole', 'muted'],
  ]
  return html`<h2 class="flow" id="summary">Summary</h2>
<ul class="figures">${figures.map(([value, name, colour]) => html`<li><b>${typeof value === 'number' ? figure(value) : value}</b><span class="status ${colour}">${name}</span></li>`)}</ul>
<p class="note">${manualMeaning} Muted findings are counted separately, whatever their status.</p>`
}

export function bySeverity({ failed }: Facts): Markup {
  const rows = failed.map(
    ({ severity, count }): Bar => ({
      name: severity,
      parts: [{ name: severity, value: count, colour: severity }],
      value: figure(count),
    }),
  )
  return html`<h2 class="flow" id="severity">Failed findings by severity</h2>
<figure>${bars('Failed findings by severity', rows)}</figure>
${behind(
  table(
    'Failed findings that are not muted',
    ['Severity', 'FAIL'],
    failed.map(({ severity, count }) => [severity, count]),
  ),
)}`
}

const mostBars = 15

export function byService({ services }: Facts): Markup {
  const rows = services.slice(0, mostBars).map(
    (one): Bar => ({
      name: one.service,
      parts: statusParts(one),
      value: `${figure(one.fail)} of ${figure(one.fail + one.manual + one.pass)} fail`,
    }),
  )
  const left = services.length - rows.length
  return html`<h2 class="flow" id="services">Services</h2>${statusLegend}
<figure>${bars('Findings by service', rows)}</figure>
${left > 0 && html`<p class="muted small">The ${mostBars} services with most failures are drawn; ${left} more are in the table.</p>`}
${behind(
  table(
    'Findings by service',
    ['Service', 'FAIL', 'MANUAL', 'PASS', 'muted'],
    services.map((one) => [one.service, one.fail, one.manual, one.pass, one.muted]),
  ),
)}`
}

export function compliance({ frameworks }: Facts): Markup {
  const ranked = frameworks.toSorted((a, b) => b.totals.failed - a.totals.failed)
  const rows = ranked.slice(0, mostBars).map(
    ({ name, totals }): Bar => ({
      name,
      parts: [
        { name: 'fail', value: totals.failed, colour: 'fail' },
        { name: 'not judged whole', value: totals.manual, colour: 'manual' },
        { name: 'pass', value: totals.passed, colour: 'pass' },
      ],
      value: `${figure(totals.passed)} of ${figure(totals.total)} pass`,
    }),
  )
  return html`<h2 id="compliance">Compliance</h2>
<p>A requirement passes if every one of its checks passed or had no resources to check. It does not pass if only a part was checked. A person must review requirements without checks.</p>
${legend([
  ['fail', 'fail'],
  ['not judged whole', 'manual'],
  ['pass', 'pass'],
])}
<figure>${bars('Requirements of frameworks', rows, { isShare: true, nameWidth: 270 })}</figure>
${table(
  'Requirements of each framework, and how much of what they ask was judged',
  [
    'Framework',
    'Requirements',
    'Fail',
    'Not judged whole',
    'of these in part',
    'Pass',
    'Checks judged',
  ],
  frameworks.map(({ name, totals }) => [
    name,
    totals.total,
    totals.failed,
    totals.manual,
    totals.partial,
    totals.passed,
    judged(totals),
  ]),
)}
<p class="muted small">Each framework has a table of its own in the archive of this report, in the folder compliance.</p>`
}

export function overTime({ days }: Facts): Markup {
  if (days.length < 2)
    return html`<h2 class="flow" id="trend">Trend</h2><p>There is one scan to tell of; a trend begins with the next day that has one.</p>`
  return html`<h2 class="flow" id="trend">Trend</h2>
<p>Failed findings at the end of the last scan of each of the ${many(days.length, 'latest day')} with one.</p>
<figure>${trend(days)}</figure>
${behind(
  table(
    'Failed findings by day',
    ['Day', ...severities],
    days.map((day) => [day.day, ...severities.map((name) => day[name])]),
  ),
)}`
}

export function coverage(facts: Facts): Markup {
  const { gaps, excluded } = facts.coverage
  const rows = gaps.map(
    ({ outcome, action, count }): Row => [outcomeWords(outcome), action ?? '–', count],
  )
  if (excluded > 0) rows.push([outcomeWords('excluded'), '–', excluded])
  return html`<h2 class="flow" id="coverage">Not read</h2><p>${coverageSentence(facts)}</p>
${rows.length > 0 && table('Checks and regions that were not read completely, by reason', ['Reason', 'Permission', 'Pairs'], rows)}`
}
