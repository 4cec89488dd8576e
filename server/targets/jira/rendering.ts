/** Findings as issues. Texts come from scanned accounts and in any length: what does not fit is cut, and the link leads to all of it. */
import { accountTitle } from '../digest.ts'
import { shortLine, shortLines, webLink } from '../plain-text.ts'
import type { ForwardedFinding } from '../target.ts'
import {
  type AdfDocument,
  type Block,
  bulletList,
  doc,
  facts,
  heading,
  lengthOf,
  link,
  paragraph,
  paragraphs,
  strong,
  table,
  type Text,
  text,
} from './adf.ts'
import { jiraLimits } from './limits.ts'

/** An issue before it is one. */
export interface JiraDraft {
  readonly summary: string
  readonly description: AdfDocument
  readonly labels: readonly string[]
}

/** What failed of one check, for one issue. */
export interface ForwardedGroup {
  readonly check: ForwardedFinding['check']
  readonly severity: ForwardedFinding['severity']
  /** Those that are named; of more than fifty the first fifty. */
  readonly findings: readonly ForwardedFinding[]
  readonly total: number
  /** Where all of them are listed in the app. */
  readonly link: string | null
}

/** Limits of texts. Each step shortens what matters least. */
interface Budget {
  /** Code units of a longer text, and its lines. */
  readonly text: number
  readonly lines: number
  /** Code units of a cell. */
  readonly cell: number
  /** Of the table of resources. */
  readonly columns: 0 | 1 | 2 | 3
  readonly rows: number
}

/** The last one fits, whatever the texts are: a code unit takes at most two characters of JSON. */
const budgets: readonly Budget[] = [
  { text: 6_000, lines: 60, cell: 400, columns: 3, rows: 50 },
  { text: 3_000, lines: 30, cell: 200, columns: 3, rows: 50 },
  { text: 1_500, lines: 15, cell: 120, columns: 3, rows: 50 },
  { text: 1_000, lines: 10, cell: 160, columns: 2, rows: 50 },
  { text: 600, lines: 6, cell: 120, columns: 1, rows: 50 },
  { text: 300, lines: 3, cell: 60, columns: 1, rows: 25 },
  { text: 300, lines: 3, cell: 60, columns: 1, rows: 10 },
  { text: 300, lines: 3, cell: 60, columns: 0, rows: 0 },
]

function fitted(render: (budget: Budget) => readonly Block[]): AdfDocument {
  for (const budget of budgets) {
    const document = doc(render(budget))
    if (lengthOf(document) <= jiraLimits.document) return document
  }
  throw new Error('The smallest description is larger than Jira takes.')
}

export function renderIssue(finding: ForwardedFinding): JiraDraft {
  const { check, resource, severity, status, uid } = finding
  const description = fitted((budget) => [
    ...paragraphs(shortLines(finding.status_extended, budget.text, budget.lines)),
    ...facts([
      ['Severity', strong(severity)],
      ['Status', text(status)],
      ['Check', text(shortLine(check.id, budget.cell))],
      ['Resource', resourceText(resource, budget.cell)],
      ['Type', text(shortLine(resource.type, budget.cell))],
      ['Account', text(accountTitle(finding.provider, budget.cell))],
      ['Region', text(shortLine(finding.region, budget.cell))],
      ['First seen', text(shortLine(finding.first_seen_at, 40))],
      ['Tags', text(shortLine(tagsOf(resource.tags), budget.cell))],
      ['Compliance', text(shortLine(complianceOf(finding.compliance), budget.text))],
    ]),
    ...aboutCheck(check, budget),
    ...seenIn(finding.link, 'Open the finding in Plumbline'),
  ])
  const verb = { FAIL: 'fails', PASS: 'passes', MANUAL: 'needs review' }[status]
  const name = shortLine(resource.name || resource.uid, 80)
  return {
    summary: shortLine(`${name} ${verb}: ${check.title.slice(0, 1_000)}`, jiraLimits.summary),
    description,
    labels: ['plumbline', labelOf(uid)],
  }
}

export function renderGroup(group: ForwardedGroup): JiraDraft {
  const { check, severity, total } = group
  const findings = group.findings.slice(0, jiraLimits.namedResources)
  const description = fitted((budget) => [
    paragraph(
      strong(`${total} ${total === 1 ? 'resource fails' : 'resources fail'}`),
      text(` this check. Severity: ${severity}.`),
    ),
    ...table(titles.slice(0, budget.columns), rowsOf(findings, budget)),
    ...remaining(
      total - Math.min(findings.length, budget.rows),
      Math.min(findings.length, budget.rows),
    ),
    ...seenIn(group.link, 'See all of them in Plumbline'),
    ...aboutCheck(check, budget),
    paragraph(text(`Check: ${shortLine(check.id, budget.cell)}`)),
  ])
  return {
    summary: shortLine(
      `${severity[0]?.toUpperCase()}${severity.slice(1)}: ${check.title.slice(0, 1_000)}`,
      jiraLimits.summary,
    ),
    description,
    labels: ['plumbline', labelOf(check.id)],
  }
}

/** What is different since a grouped issue was written last. */
export interface GroupChange {
  readonly added: readonly ForwardedFinding[]
  /** Names of resources that no longer fail. */
  readonly resolved: readonly string[]
  readonly total: number
  readonly link: string | null
}

/** A comment; null where nothing changed. */
export function renderChange({ added, resolved, total, link }: GroupChange): AdfDocument | null {
  if (added.length === 0 && resolved.length === 0) return null
  return fitted((budget) => [
    paragraph(text(`Updated: ${total} ${total === 1 ? 'resource fails' : 'resources fail'} now.`)),
    ...listed(
      added.length === 1 ? 'resource was added' : 'resources were added',
      added.slice(0, budget.rows).map(({ resource }) => resourceText(resource, budget.cell)),
      added.length,
    ),
    ...listed(
      resolved.length === 1 ? 'resource no longer fails' : 'resources no longer fail',
      namesOf(resolved, budget),
      resolved.length,
    ),
    ...seenIn(link, 'See all of them in Plumbline'),
  ])
}

/** Why an issue that is done is not believed. */
export interface Contradiction {
  /** Names of resources that a scan has looked at since, and that fail. */
  readonly failing: readonly string[]
  /** Names of those that no scan could look at; they failed before. */
  readonly unseen: readonly string[]
  readonly link: string | null
}

export function renderContradiction({ failing, unseen, link }: Contradiction): AdfDocument {
  return fitted((budget) => [
    paragraph(text('This issue is done, so its resources were scanned again.')),
    ...listed(
      failing.length === 1 ? 'resource still fails' : 'resources still fail',
      namesOf(failing, budget),
      failing.length,
    ),
    ...listed(
      `could not be checked again and failed when ${unseen.length === 1 ? 'it was' : 'they were'} seen last`,
      namesOf(unseen, budget),
      unseen.length,
    ),
    ...seenIn(link, 'See all that fails in Plumbline'),
  ])
}

const listed = (
  what: string,
  names: readonly (readonly Text[])[],
  count: number,
): readonly Block[] =>
  count === 0
    ? []
    : [
        paragraph(strong(`${count} ${what}`)),
        ...bulletList(names),
        ...remaining(count - names.length, names.length),
      ]

const namesOf = (names: readonly string[], { rows, cell }: Budget): readonly (readonly Text[])[] =>
  names.slice(0, rows).map((name) => text(shortLine(name, cell) || '–'))

const titles = ['Resource', 'Account and region', 'Observed']

const rowsOf = (findings: readonly ForwardedFinding[], { columns, rows, cell }: Budget) =>
  findings.slice(0, columns === 0 ? 0 : rows).map((finding) => {
    const { resource, region, status_extended } = finding
    const where = `${accountTitle(finding.provider, cell)} ${shortLine(region, 60)}`
    const name = shortLine(resource.uid || resource.name, cell) || '–'
    return [
      columns > 1 ? link(name, webLink(finding.link, 300)) : text(name),
      text(shortLine(where, cell)),
      text(shortLine(status_extended, cell)),
    ].slice(0, columns)
  })

/** `and 164 more`, or that none is named. */
const remaining = (count: number, named: number): readonly Block[] =>
  count <= 0
    ? []
    : [
        paragraph(
          text(named === 0 ? 'Their names do not fit into this issue.' : `and ${count} more`),
        ),
      ]

function aboutCheck(check: ForwardedFinding['check'], budget: Budget): readonly Block[] {
  const part = (title: string, said: string): readonly Block[] => {
    const lines = shortLines(said, budget.text, budget.lines)
    return lines.length === 0 ? [] : [heading(3, title), ...paragraphs(lines)]
  }
  const href = webLink(check.remediation_url, 600)
  return [
    heading(
      2,
      shortLine(check.title, Math.min(budget.text, 400)) || shortLine(check.id, budget.cell) || '–',
    ),
    ...part('Expected', check.description),
    ...part('Risk', check.risk),
    ...part('Remediation', check.remediation),
    ...(href === null ? [] : [paragraph(link('More on the remediation', href))]),
  ]
}

/** An address of the app's own, which no account decides about. */
const seenIn = (address: string | null, words: string): readonly Block[] => {
  const href = webLink(address)
  return href === null ? [] : [paragraph(link(words, href))]
}

function resourceText(resource: ForwardedFinding['resource'], max: number): readonly Text[] {
  const [name, uid] = [shortLine(resource.name, max), shortLine(resource.uid, max)]
  return text(uid.includes(name) || name === '' ? uid : `${name} (${uid})`)
}

/** Limited to a readable length: accounts have resources with thousands of tags. */
const tagsOf = (tags: ForwardedFinding['resource']['tags']): string =>
  Object.entries(tags)
    .slice(0, 50)
    .map(([key, value]) => `${key.slice(0, 200)}=${value.slice(0, 200)}`)
    .join(', ')

const complianceOf = (compliance: ForwardedFinding['compliance']): string =>
  Object.entries(compliance)
    .slice(0, 100)
    .map(
      ([framework, ids]) =>
        `${framework.slice(0, 200)}: ${ids.slice(0, 50).join(', ').slice(0, 1_000)}`,
    )
    .join('; ')

/** Jira takes no spaces in labels. */
const labelOf = (name: string): string =>
  shortLine(name, jiraLimits.label).replace(/\s/g, '_') || 'plumbline'
