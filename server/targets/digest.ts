/** The message of a rule about a window of time, which Slack, Teams and mail render. */
import { shortLine, webLink } from './plain-text.ts'
import type { ForwardedFinding } from './target.ts'

export type DigestCondition =
  /** The rule's condition matches these. */
  | 'matched'
  | 'new'
  | 'reopened'
  /** An attestation or an accepted risk that ends soon. */
  | 'expiring'
  | 'overdue'
  /** Accounts that can no longer be read. */
  | 'connection_lost'

export interface LostConnection {
  readonly provider: ForwardedFinding['provider']
  /** ISO 8601, UTC. */
  readonly since: string | null
  readonly link: string | null
}

export interface DigestSection {
  readonly condition: DigestCondition
  /** Of findings, or of accounts; those that are named may be fewer. */
  readonly total: number
  readonly findings: readonly ForwardedFinding[]
  /** Of `connection_lost` alone. */
  readonly connections?: readonly LostConnection[]
}

export interface Digest {
  readonly rule: { readonly id: string; readonly name: string; readonly description: string }
  /** ISO 8601, UTC. */
  readonly window: { readonly from: string; readonly to: string }
  readonly sections: readonly DigestSection[]
  /** The list in the app; null if the installation has no public URL. */
  readonly link: string | null
}

const said: Readonly<Record<DigestCondition, readonly [one: string, many: string]>> = {
  matched: ['finding matches', 'findings match'],
  new: ['new finding', 'new findings'],
  reopened: ['finding was reopened', 'findings were reopened'],
  expiring: ['finding has a decision that ends soon', 'findings have a decision that ends soon'],
  overdue: ['finding is overdue', 'findings are overdue'],
  connection_lost: ['account can no longer be read', 'accounts can no longer be read'],
}

/** `12 new findings` */
export const sectionTitle = ({ condition, total }: DigestSection): string =>
  `${total} ${said[condition][total === 1 ? 0 : 1]}`

/** `2026-11-23 10:00 to 11:00 UTC`, with the second day where it is another one. */
export function windowTitle({ from, to }: Digest['window']): string {
  const shown = (iso: string): string => iso.slice(0, 16).replace('T', ' ')
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 16) : shown(to)
  return `${shown(from)} to ${end} UTC`
}

/** A finding or an account as a line: `high invoices-7 – Bucket encrypts new objects · production (aws 1234) · eu-west-1`. */
export interface DigestLine {
  readonly mark: string
  readonly name: string
  readonly link: string | null
  readonly rest: string
}

/** What is named of a section, at most `count` lines whose texts have at most `max` code units each. */
export function linesOf(
  { findings, connections = [] }: DigestSection,
  { count, max }: { readonly count: number; readonly max: number },
): readonly DigestLine[] {
  const lost = connections.slice(0, count).map(({ provider, since, link }) => ({
    mark: 'lost',
    name: accountTitle(provider, max) || '–',
    link: webLink(link),
    rest: since === null ? '' : `since ${since.slice(0, 16).replace('T', ' ')} UTC`,
  }))
  const found = findings.slice(0, count - lost.length).map((finding) => ({
    mark: finding.severity,
    name: shortLine(finding.resource.name, max) || shortLine(finding.resource.uid, max) || '–',
    link: webLink(finding.link),
    rest: [
      shortLine(finding.check.title, max) || shortLine(finding.check.id, max),
      accountTitle(finding.provider, max),
      shortLine(finding.region, max),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  }))
  return [...lost, ...found]
}

/** `production (aws 123456789012)` */
export function accountTitle(
  { type, uid, alias }: ForwardedFinding['provider'],
  max: number,
): string {
  const account = `${shortLine(type, 40)} ${shortLine(uid, max)}`.trim()
  const name = shortLine(alias ?? '', max)
  return shortLine(name === '' ? account : `${name} (${account})`, max)
}
