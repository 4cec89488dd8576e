/** Assesses frameworks against the results of scans. */
import {
  type Assessed,
  assess,
  type CheckResult,
  type Framework,
  framework,
  type FrameworkEntry,
  frameworksOf,
  totalsOf,
} from '@plumbline/scanner/frameworks'
import { foldCase, type Tx, wordsIn } from '../../platform/db/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import type { RolledUp } from '../rollups/index.ts'
import type { ComplianceOverview } from './resource.ts'
import { resultsOf } from './evidence.ts'

/** The frameworks of the kinds of account that were scanned, by their ids. */
export function frameworksFor(scans: readonly RolledUp[]): FrameworkEntry[] {
  const kinds = new Set(scans.map(({ provider_type }) => provider_type))
  const entries = new Set([...kinds].flatMap((kind) => frameworksOf(kind)))
  return [...entries].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** The rule of `compare` for what is not in SQL. */
function holdsText({ op, value }: AnyFilter, text: string): boolean {
  if (op === 'icontains') return foldCase(text).includes(foldCase(String(value)))
  if (op === 'iexact') return foldCase(text) === foldCase(String(value))
  return [value].flat().includes(text)
}

const holds = (entry: FrameworkEntry, filter: AnyFilter): boolean => {
  const { name, value } = filter
  if (name === 'compliance_id')
    return [entry.id, ...entry.aliases].some((id) => holdsText(filter, id))
  if (name === 'framework' || name === 'version') return holdsText(filter, entry[name])
  if (name !== 'search') return true
  const words = wordsIn(foldCase(String(value)))
  const label = foldCase(
    `${entry.id} ${entry.aliases.join(' ')} ${entry.framework} ${entry.version}`,
  )
  return words.every((word) => label.includes(word))
}

/** Those that the filters on frameworks let through. */
export const matching = (
  entries: readonly FrameworkEntry[],
  filters: readonly AnyFilter[],
): FrameworkEntry[] => entries.filter((entry) => filters.every((filter) => holds(entry, filter)))

export async function loaded(id: string): Promise<Framework> {
  const found = await framework(id)
  if (!found) throw new Error(`The definition of the framework ${id} is missing.`)
  return found
}

const overviewOf = (entry: FrameworkEntry, assessed: readonly Assessed[]): ComplianceOverview => {
  const { id, framework: name, version } = entry
  const { passed, failed, manual, total, partial, named, judged } = totalsOf(assessed)
  return {
    id,
    framework: name,
    version,
    requirements_passed: passed,
    requirements_failed: failed,
    requirements_manual: manual,
    total_requirements: total,
    requirements_partial: partial,
    checks_named: named,
    checks_judged: judged,
  }
}

/** A line for each framework of the scans that the filters let through, by id. */
export async function overviewsOf(
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[] = [],
): Promise<ComplianceOverview[]> {
  const entries = matching(frameworksFor(scans), filters)
  const resultOf = await resultsOf(tx, scans, filters)
  return Promise.all(
    entries.map(async (entry) => overviewOf(entry, assess(await loaded(entry.id), resultOf))),
  )
}

/** The requirements of one framework with their status in the scans. */
export async function requirementsOf(
  tx: Tx,
  scans: readonly RolledUp[],
  id: string,
  filters: readonly AnyFilter[] = [],
): Promise<{ framework: Framework; assessed: readonly Assessed[] }> {
  const found = await loaded(id)
  const resultOf = await resultsOf(tx, scans, filters)
  return { framework: found, assessed: assess(found, resultOf) }
}

/** How each check came out that the framework names, for the kinds of account that were scanned. */
export async function checksOfFramework(
  tx: Tx,
  scans: readonly RolledUp[],
  id: string,
  filters: readonly AnyFilter[],
): Promise<{ provider: string; checkId: string; result: CheckResult }[]> {
  const found = await loaded(id)
  const resultOf = await resultsOf(tx, scans, filters)
  return found.providers.flatMap((provider, at) =>
    (found.checks[at] ?? []).flatMap((checkId) => {
      const result = resultOf(provider, checkId)
      return result ? [{ provider, checkId, result }] : []
    }),
  )
}
