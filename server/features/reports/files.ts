/** The files of a scan: each is generated while it is read, on every read. */
import {
  findingTable,
  type TableFinding,
  ocsfRecord,
  type ComplianceOf,
} from '../findings/index.ts'
import { complianceTable } from './compliance-table.ts'
import type { Framework } from '@plumbline/scanner/frameworks'
import { coverageOfScan, factsOf, findingsIn } from './facts.ts'
import { withFonts } from './pdf/fonts.ts'
import { frameworkPdf } from './pdf/framework.ts'
import { baseName, complianceName, ocsfName, pageName, tableName } from './names.ts'
import { page } from './page/page.ts'
import { Samples } from './page/samples.ts'
import { findingsOf, frameworksFor, resultsOf, type Source, tableOf } from './source.ts'
import { type Entry, zip } from './zip.ts'

export type { Entry }

/** A line each, FAIL and the worst first. `seen` hears of every batch. */
export async function* table(
  source: Source,
  seen: (batch: readonly TableFinding[]) => void = () => {},
): AsyncGenerator<Buffer> {
  yield Buffer.from(findingTable.head)
  for await (const batch of tableOf(source)) {
    seen(batch)
    yield Buffer.from(batch.map(findingTable.line).join(''))
  }
}

/** An array of OCSF records, one per line; of all checks or of these. */
export async function* ocsf(
  source: Source,
  of: { readonly checks?: readonly string[]; readonly compliance?: ComplianceOf } = {},
): AsyncGenerator<Buffer> {
  const recordOf = ocsfRecord(source.checks, source.version, of.compliance)
  let lead = '[\n'
  for await (const batch of findingsOf(source, of.checks)) {
    yield Buffer.from(lead + batch.map(recordOf).join(',\n'))
    lead = ',\n'
  }
  yield Buffer.from(lead === '[\n' ? '[]\n' : '\n]\n')
}

/** The page to read. Without samples it reads all findings by itself. */
export async function* readable(source: Source, given?: Samples): AsyncGenerator<Buffer> {
  const samples = given ?? new Samples()
  if (!given) for await (const batch of tableOf(source)) samples.add(batch)
  const facts = await factsOf(source)
  const shown = { checks: source.checks, samples, tableName: tableName(baseName(source.scan)) }
  yield* page(facts, shown)
}

/** Whether a file of its findings may have more than 4 GB. */
export const isLarge = async (source: Source): Promise<boolean> =>
  (await findingsIn(source)) >= 50_000

/** Everything that a full scan leaves, in an order in which findings are read twice: without evidence and with it. */
export async function* entries(source: Source): AsyncGenerator<Entry> {
  const base = baseName(source.scan)
  const samples = new Samples()
  const ofFindings = { isLarge: await isLarge(source) }
  yield {
    ...ofFindings,
    path: tableName(base),
    content: () => table(source, (batch) => samples.add(batch)),
  }
  yield { path: pageName(base), content: () => readable(source, samples) }
  yield { ...ofFindings, path: ocsfName(base), content: () => ocsf(source) }
  const resultOf = await resultsOf(source)
  for await (const framework of frameworksFor(source.scan)) {
    yield {
      path: `compliance/${complianceName(base, framework.id)}`,
      content: async function* () {
        yield* complianceTable(source.scan, { framework, resultOf }, source.checks)
      },
    }
  }
}

/** A framework to print. */
export async function* printable(source: Source, framework: Framework): AsyncGenerator<Buffer> {
  const { scan, checks, version } = source
  const resultOf = await resultsOf(source)
  const coverage = await coverageOfScan(source)
  const report = { scan, framework, resultOf, coverage, checks, version }
  yield await withFonts(() => frameworkPdf(report))
}

/** All of them as one file. */
export const archive = (source: Source): AsyncGenerator<Buffer> =>
  zip(entries(source), new Date(source.scan.at))
