/** Findings as the commands print them that judge without a server, and what could not be read. */
import {
  type CoverageRow,
  describeChecks,
  failedCoverage,
  type FindingRecord,
  type Plan,
  type Provider,
  type ScanResult,
  summarize,
} from '@plumbline/scanner'
import { ocsf, sarif } from '@plumbline/scanner/formats'
import { version } from '@plumbline/server'
import {
  CommandFailed,
  exitWithFindings,
  printable,
  printableJson,
  say,
  table,
  UsageError,
} from './terminal.ts'

const outputs = ['table', 'ocsf', 'json', 'sarif'] as const
export type Output = (typeof outputs)[number]

/** Throws UsageError. */
export function outputOf(name = 'table'): Output {
  const output = outputs.find((one) => one === name)
  if (!output) throw new UsageError(`--output must be one of ${outputs.join(', ')}.`)
  return output
}

const severities = ['informational', 'low', 'medium', 'high', 'critical'] as const

/** The severities of a FAIL that makes the command exit with `exitWithFindings`. Throws UsageError. */
export function failOnOf(least = 'informational'): ReadonlySet<string> {
  if (least === 'never') return new Set()
  const from = severities.findIndex((one) => one === least)
  if (from < 0) throw new UsageError(`--fail-on must be never or one of ${severities.join(', ')}.`)
  return new Set(severities.slice(from))
}

/** A progress line for the user, on stderr: stdout contains only findings. */
export const note = (line: string): void => void process.stderr.write(`${printable(line)}\n`)

interface Printed {
  readonly provider: Provider<unknown>
  readonly output: Output
  readonly failOn: ReadonlySet<string>
  /** The account. */
  readonly uid: string
  readonly plan: Pick<Plan, 'units' | 'coverage'>
}

/**
 * Prints findings as they arrive and reports progress; the exit code shows whether a finding needs attention. Throws
 * CommandFailed after the last finding if part of the scan failed: the state of that part is unknown.
 */
export async function printResults(
  results: AsyncIterable<ScanResult>,
  { provider, output, failOn, uid, plan }: Printed,
): Promise<void> {
  const seen: Seen = { coverage: [...plan.coverage], failed: [] }
  const { coverage, failed } = seen
  await print(output, watched(batches(results, plan.units, seen), failOn), {
    provider,
    uid,
    ...seen,
  })
  note(coverageLine(coverage))
  const lacking = lackingActions(coverage)
  if (lacking.length > 0) note(`The credentials lack these permissions: ${lacking.join(', ')}.`)
  if (failed.length > 0)
    throw new CommandFailed(`These parts of the scan failed: ${failed.join(', ')}.`)
}

/** Sets the exit code for a FAIL of these severities. */
async function* watched(
  findings: AsyncIterable<readonly FindingRecord[]>,
  failOn: ReadonlySet<string>,
): AsyncGenerator<readonly FindingRecord[]> {
  for await (const batch of findings) {
    if (batch.some(({ status, severity }) => status === 'FAIL' && failOn.has(severity)))
      process.exitCode = exitWithFindings
    yield batch
  }
}

/** Permissions that were missing, each once. */
export const lackingActions = (rows: readonly CoverageRow[]): readonly string[] =>
  [
    ...new Set(
      rows.flatMap(({ outcome, action }) => (outcome === 'denied' && action ? [action] : [])),
    ),
  ].toSorted()

export function coverageLine(rows: readonly CoverageRow[]): string {
  const { assessed, total, excluded, gaps } = summarize(rows)
  const parts = gaps.map(
    ({ outcome, action, count }) => `${count} ${outcome}${action ? `: ${action}` : ''}`,
  )
  if (excluded > 0) parts.push(`${excluded} excluded by the configuration`)
  const units = rows.some(({ region }) => region !== '') ? 'check × region units' : 'checks'
  return `assessed ${assessed} of ${total} ${units}${parts.length > 0 ? `; ${parts.join(', ')}` : ''}`
}

interface Seen {
  readonly coverage: CoverageRow[]
  /** Units that failed. */
  readonly failed: string[]
}

/** Findings a unit at a time; coverage is gathered, progress shown. */
async function* batches(
  results: AsyncIterable<ScanResult>,
  units: Plan['units'],
  { coverage, failed }: Seen,
): AsyncGenerator<readonly FindingRecord[]> {
  for await (const result of results) {
    if (result.kind === 'failed') {
      note(`${result.unit} failed: ${result.error.detail}`)
      failed.push(result.unit)
      const unit = units.find(({ name }) => name === result.unit)
      if (unit) coverage.push(...failedCoverage(unit, result.error.code))
      continue
    }
    yield result.findings
    if (result.kind === 'slice') continue
    coverage.push(...result.coverage)
    const what = result.region === '' ? 'checks' : 'checks × regions'
    note(`${result.checked}/${result.total} ${what}: ${result.unit}`)
  }
}

async function print(
  output: Output,
  findings: AsyncIterable<readonly FindingRecord[]>,
  { provider, uid, coverage, failed }: Pick<Printed, 'provider' | 'uid'> & Seen,
): Promise<void> {
  if (output === 'table') return printTable(findings)
  if (output === 'json') {
    for await (const batch of findings)
      for (const finding of batch) say(printableJson(JSON.stringify(finding)))
    return
  }
  const described = await describeChecks(provider)
  const checks = new Map(described.map((check) => [check.id, check]))
  const product = { name: 'Plumbline', vendor_name: 'Plumbline', version }
  const shared = { provider: provider.type, product, checks }
  const text =
    output === 'sarif'
      ? sarif(findings, {
          ...shared,
          account: uid,
          outcome: () => ({ coverage, isWhole: failed.length === 0 }),
        })
      : ocsf(findings, { ...shared, account: { uid }, time: new Date() })
  for await (const part of text) process.stdout.write(printableJson(part))
  say()
}

async function printTable(findings: AsyncIterable<readonly FindingRecord[]>): Promise<void> {
  const rows: string[][] = []
  let passed = 0
  for await (const batch of findings) {
    for (const { status, severity, check_id, region, resource } of batch) {
      if (status === 'PASS') passed += 1
      else if (region === '') rows.push([status, severity, check_id, resource.uid])
      else rows.push([status, severity, check_id, region, resource.name])
    }
  }
  const hasRegions = rows.every((row) => row.length === 5)
  const head = ['status', 'severity', 'check', ...(hasRegions ? ['region'] : []), 'resource']
  say(table(head, rows))
  say(`${rows.length} findings to review, ${passed} passed`)
}
