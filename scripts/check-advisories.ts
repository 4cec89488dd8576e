/** What `npm audit` reports of the dependencies that ship, compared with the times that SECURITY.md promises. */

/** Days from the day on which a hole is known here until no release has it. SECURITY.md has the same. */
export const remediationDays: Readonly<Record<string, number>> = {
  critical: 2,
  high: 7,
  moderate: 30,
  low: 90,
}

/** A known vulnerability within its deadline; the reason is what it waits for. */
export interface Pending {
  /** The advisory's address. */
  readonly url: string
  /** The day on which it was known here, `2026-11-22`. */
  readonly since: string
  readonly why: string
}

interface Advisory {
  readonly package: string
  readonly title: string
  readonly url: string
  readonly severity: string
}

export interface Advisories {
  /** Whether a database of advisories answered at all. */
  readonly asked: boolean
  readonly problems: readonly string[]
  /** What is known and in time. */
  readonly notes: readonly string[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function advisoriesOf(vulnerabilities: Readonly<Record<string, unknown>>): readonly Advisory[] {
  const all = Object.values(vulnerabilities).flatMap((one) => {
    if (!isObject(one) || !Array.isArray(one['via']))
      throw new Error('npm audit says something new.')
    // A text names another package of the report, which has the advisory itself.
    return one['via'].filter(isObject).map((via) => ({
      package: String(via['name']),
      title: String(via['title']),
      url: String(via['url']),
      severity: String(via['severity']),
    }))
  })
  return [...new Map(all.map((one) => [one.url, one])).values()]
}

const dayMs = 86_400_000

/** Judges the output of `npm audit --json`. Other text means that the registry did not answer. */
export function judgeAdvisories(
  printed: string,
  pending: readonly Pending[],
  now: number,
): Advisories {
  let report: unknown
  try {
    report = JSON.parse(printed)
  } catch {
    return { asked: false, problems: [], notes: [] }
  }
  if (!isObject(report) || !isObject(report['vulnerabilities']))
    return { asked: false, problems: [], notes: [] }
  const found = advisoriesOf(report['vulnerabilities'])
  const verdicts = found.map((one) => {
    const days = remediationDays[one.severity] ?? 0
    const what = `${one.package}: ${one.title} (${one.severity}, ${one.url})`
    const known = pending.find(({ url }) => url === one.url)
    if (!known) return { late: true, text: `${what} is not in scripts/advisories.ts.` }
    const end = Date.parse(known.since) + days * dayMs
    if (!(now < end)) return { late: true, text: `${what} is known for more than ${days} days.` }
    return {
      late: false,
      text: `${what}: ${known.why}, until ${new Date(end).toISOString().slice(0, 10)}`,
    }
  })
  const over = pending
    .filter(({ url }) => found.every((one) => one.url !== url))
    .map(({ url }) => `${url} is mended; take it out of scripts/advisories.ts.`)
  return {
    asked: true,
    problems: [...verdicts.filter(({ late }) => late).map(({ text }) => text), ...over],
    notes: verdicts.filter(({ late }) => !late).map(({ text }) => text),
  }
}
