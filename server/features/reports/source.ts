/** What files of a scan are made of, read a transaction at a time. */
import type { CheckDescription } from '@plumbline/scanner'
import {
  type Framework,
  framework,
  frameworksOf,
  type ResultOf,
} from '@plumbline/scanner/frameworks'
import { sql, type Tx } from '../../platform/db/index.ts'
import { resultsByProvider } from '../compliance/index.ts'
import {
  type FileFinding,
  findingsOfScan,
  type TableFinding,
  tableOfScan,
} from '../findings/index.ts'
import { withImportedChecks } from '../checks/index.ts'
import { type ReportedScan, rolledUp } from './store.ts'

export type InTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The product's settings for reports. */
export interface ReportSettings {
  readonly checks: ReadonlyMap<string, CheckDescription>
  /** Of the product, as files name their maker. */
  readonly version: string
  /** Findings that are read in one transaction. */
  readonly rows: number
}

/** One scan, and the way to what it found. */
export interface Source extends ReportSettings {
  readonly scan: ReportedScan
  readonly inTenant: InTenant
}

/** The source of a scan, with the texts of its account's imported checks. */
export async function scanSource(
  settings: ReportSettings,
  scan: ReportedScan,
  inTenant: InTenant,
): Promise<Source> {
  const providers = sql`c.provider_id = ${scan.provider_id}`
  const checks = await inTenant((tx) => withImportedChecks(tx, settings.checks, { providers }))
  return { ...settings, checks, scan, inTenant }
}

const asked = ({ scan, rows }: Source, checks?: readonly string[]) => ({
  scanId: scan.id,
  providerId: scan.provider_id,
  most: rows,
  ...(checks && { checks }),
})

/** As lines of a table are made of them. */
export const tableOf = (source: Source): AsyncGenerator<readonly TableFinding[]> =>
  tableOfScan(source.inTenant, source.checks, { ...asked(source), account: source.scan })

/** With all that is known of each; of these checks, or of all. */
export const findingsOf = (
  source: Source,
  checks?: readonly string[],
): AsyncGenerator<readonly FileFinding[]> =>
  findingsOfScan(source.inTenant, source.checks, asked(source, checks))

/** How each check came out on the account; nothing of checks for accounts of other kinds, which some frameworks name too. */
export const resultsOf = ({ scan, inTenant }: Source): Promise<ResultOf> =>
  inTenant((tx) => resultsIn(tx, scan))

export async function resultsIn(tx: Tx, scan: ReportedScan): Promise<ResultOf> {
  const resultOf = (await resultsByProvider(tx, [await rolledUp(tx, scan)]))(scan.provider_id)
  return (kind, checkId) => (kind === scan.provider_type ? resultOf(kind, checkId) : undefined)
}

/** The frameworks that are about such accounts, by id. */
export async function* frameworksFor(scan: ReportedScan): AsyncGenerator<Framework> {
  const ids = frameworksOf(scan.provider_type).map(({ id }) => id)
  for (const id of ids.toSorted()) yield loadedFramework(id)
}

export async function loadedFramework(id: string): Promise<Framework> {
  const found = await framework(id)
  if (!found) throw new Error(`The definition of the framework ${id} is missing.`)
  return found
}
