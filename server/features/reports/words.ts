/** Sentences and numbers as people read them in a report. */
import type { Facts } from './facts.ts'

const numbers = new Intl.NumberFormat('en')
export const figure = (value: number): string => numbers.format(value)

export const many = (count: number, one: string, more = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : more}`

/** `23 November 2026, 10:30 UTC`. */
export const moment = (at: string): string => {
  const date = new Date(at)
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`
}

export function lasted({ started_at, at }: Facts['scan']): string | undefined {
  if (started_at === null) return undefined
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(started_at)) / 1_000))
  if (seconds < 120) return many(seconds, 'second')
  return seconds < 7_200
    ? `${Math.round(seconds / 60)} minutes`
    : `${(seconds / 3_600).toFixed(1)} hours`
}

const products: Readonly<Record<string, string>> = {
  aws: 'AWS account',
  azure: 'Azure subscription',
  gcp: 'Google Cloud project',
  github: 'GitHub account',
  kubernetes: 'Kubernetes cluster',
  m365: 'Microsoft 365 domain',
}
export const accountKind = (type: string): string => products[type] ?? `${type} account`

export const accountTitle = ({ account_name, account_uid }: Facts['scan']): string =>
  account_name ?? account_uid

/** The opening sentence: how many fail, and how severe they are. */
export function verdict({ counts, failed }: Facts): string {
  const { fail, pass, manual } = counts
  const all = fail + pass + manual
  if (all === 0) return 'The scan has no findings that are not muted.'
  if (fail === 0) return `None of ${many(all, 'finding')} fails.`
  const worst = failed
    .filter(({ severity, count }) => count > 0 && /critical|high/.test(severity))
    .map(({ severity, count }) => `${figure(count)} ${severity}`)
  const share = `${figure(fail)} of ${many(all, 'finding')} ${fail === 1 ? 'fails' : 'fail'}`
  return worst.length === 0
    ? `${share}, none of them high or critical.`
    : `${share}, ${worst.join(' and ')}.`
}

/** What the scan could not assess, or that it assessed everything. */
export function coverageSentence({ coverage }: Pick<Facts, 'coverage'>): string {
  const { assessed, total, excluded } = coverage
  const pairs = `${many(total, 'pair')} of check and region`
  const without =
    excluded === 0
      ? ''
      : ` The scan configuration excluded ${many(excluded, 'more pair')}, which were not scanned.`
  if (total === 0)
    return `No information is available about which parts of the account were read.${without}`
  if (assessed === total && excluded === 0) return `Everything was read: ${pairs}.`
  if (assessed === total) return `Everything in scope was read: ${pairs}.${without}`
  const left = total - assessed
  return `${figure(assessed)} of ${pairs} ${assessed === 1 ? 'was' : 'were'} read completely. ${figure(left)} ${left === 1 ? 'was' : 'were'} not. Their state is unknown, and they do not count as passed or failed.${without}`
}

/** `3 of 7`: checks that were judged, of those that are named. */
export const judged = ({
  judged: done,
  named,
}: {
  readonly judged: number
  readonly named: number
}): string => (named === 0 ? 'no checks' : `${figure(done)} of ${figure(named)}`)

export const manualMeaning =
  'MANUAL means that a check cannot decide, or that some data could not be read. It is not a pass. Review it manually.'

const outcomes: Readonly<Record<string, string>> = {
  denied: 'Missing permission',
  throttled: 'The provider kept throttling requests',
  error: 'Read error',
  capped: 'Limit of the scan configuration reached',
  excluded: 'Excluded by the scan configuration',
}
export const outcomeWords = (outcome: string): string => outcomes[outcome] ?? outcome

export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.floor((100 * part) / whole)} %`
