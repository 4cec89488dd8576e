/** Findings that need attention as SARIF 2.1.0, written as a stream, within the limits of code scanning services. */
import { createHash } from 'node:crypto'
import {
  type CheckDescription,
  type CoverageRow,
  type FindingRecord,
  summarize,
} from '../engine/index.ts'
import type { Severity } from '../kit/index.ts'
import { namespaceOf } from './namespace.ts'

/** Fields shared by all results of one file. */
export interface SarifContext {
  /** `aws` */
  readonly provider: string
  readonly account: string
  readonly product: { readonly name: string; readonly version: string }
  readonly checks: ReadonlyMap<string, CheckDescription>
  /** Called after the last finding. `isWhole`: no part of the scan failed. */
  readonly outcome: () => { readonly coverage: Iterable<CoverageRow>; readonly isWhole: boolean }
}

/** GitHub rejects a run with more; source: its documentation on SARIF limits, November 2026. */
export const mostResults = 25_000

/** `security-severity` is a number that GitHub maps to low to critical; a note has none. */
const severities: Record<Severity, { level: 'error' | 'warning' | 'note'; score?: string }> = {
  critical: { level: 'error', score: '9.5' },
  high: { level: 'error', score: '8.0' },
  medium: { level: 'warning', score: '5.5' },
  low: { level: 'note', score: '2.0' },
  informational: { level: 'note' },
}

/** In SARIF `[a](b)` is a link and `{0}` a placeholder, and these texts come from the scanned account. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[[\]\\]/g, '\\$&')
    .replace(/[{}]/g, '$&$&')

const shortened = (text: string): string =>
  text.length > 1_024 ? `${text.slice(0, 1_023)}…` : text

function ruleOf({
  id,
  title,
  description,
  risk,
  fix,
  source,
  severity,
  categories,
}: CheckDescription) {
  const { level, score } = severities[severity]
  const url = fix.url ?? source
  const help = [risk, fix.text].filter(Boolean)
  return {
    id,
    shortDescription: { text: shortened(title) },
    fullDescription: { text: shortened(description || title) },
    help: {
      text: [...help, ...(fix.cli ? [fix.cli] : []), url].join('\n\n'),
      markdown: [
        ...help,
        ...(fix.cli ? [`\`\`\`sh\n${fix.cli}\n\`\`\``] : []),
        `[More information](${url})`,
      ].join('\n\n'),
    },
    helpUri: url,
    defaultConfiguration: { level },
    properties: {
      tags: ['security', ...categories.slice(0, 9)],
      ...(score && { 'security-severity': score }),
    },
  }
}

/** Converts any name to one segment of a path. */
const segment = (name: string): string =>
  encodeURIComponent(name.toWellFormed() || '-').replace(/^\.{1,2}$/, (dots) =>
    dots.replaceAll('.', '%2E'),
  )

/** An artificial file path for a resource: code scanning requires one, but clouds have no files. */
function placeOf(
  { region, service, resource }: FindingRecord,
  { provider, account }: SarifContext,
) {
  const place = region === '' ? namespaceOf(resource.uid) : region
  const parts = [provider, account, place, service, resource.name || resource.uid]
  const uri = parts.flatMap((part) => (part === undefined ? [] : segment(part))).join('/')
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
    logicalLocations: [
      { name: resource.name, fullyQualifiedName: resource.uid.toWellFormed(), kind: 'resource' },
    ],
  }
}

function resultOf(finding: FindingRecord, ruleIndex: number, context: SarifContext) {
  const { uid, check_id, status, severity, status_extended, resource, region } = finding
  const isManual = status === 'MANUAL'
  return {
    ruleId: check_id,
    ...(ruleIndex >= 0 && { ruleIndex }),
    kind: isManual ? 'review' : 'fail',
    level: isManual ? 'none' : severities[severity].level, // the standard allows no other level with `review`
    message: { text: plain(status_extended || check_id) },
    locations: [placeOf(finding, context)],
    partialFingerprints: {
      primaryLocationLineHash: `${createHash('sha256').update(uid).digest('hex').slice(0, 32)}:1`,
      'findingUid/v1': uid.toWellFormed(),
    },
    properties: { status, severity, region, resource_uid: resource.uid.toWellFormed() },
  }
}

/** Reports the gaps of the scan, so that an empty file is not mistaken for a secure account. */
function invocationOf(context: SarifContext) {
  const { coverage, isWhole } = context.outcome()
  const { assessed, total, excluded, gaps } = summarize(coverage)
  return {
    executionSuccessful: isWhole,
    toolExecutionNotifications: [
      {
        level: gaps.length === 0 ? 'note' : 'warning',
        message: { text: `Assessed ${assessed} of ${total} pairs of check and region.` },
      },
      ...(excluded > 0
        ? [{ level: 'note', message: { text: `${excluded} excluded by the configuration.` } }]
        : []),
      ...gaps.map(({ outcome, action, count }) => ({
        level: 'warning',
        message: { text: `${count} not assessed: ${outcome}${action ? ` (${action})` : ''}.` },
      })),
    ],
  }
}

/**
 * Writes FAIL and MANUAL findings as one SARIF log, one string per result. PASS is omitted: code scanning services
 * raise an alert for each result. A run has at most `mostResults`; the next run has a separate category.
 */
export async function* sarif(
  batches: AsyncIterable<readonly FindingRecord[]>,
  context: SarifContext,
): AsyncGenerator<string> {
  const { product, provider, account } = context
  const places = new Map([...context.checks.keys()].map((id, at) => [id, at]))
  const tool = JSON.stringify({
    driver: {
      name: product.name,
      version: product.version,
      semanticVersion: product.version,
      rules: [...context.checks.values()].map(ruleOf),
    },
  })
  const begin = (run: number): string => {
    const category = `plumbline/${provider}/${account}${run > 1 ? `/${run}` : ''}/`
    return `{"tool":${tool},"automationDetails":${JSON.stringify({ id: category })},"results":[`
  }
  let [run, results] = [1, 0]
  yield `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[\n${begin(run)}`
  for await (const batch of batches) {
    for (const finding of batch) {
      if (finding.status === 'PASS') continue
      if (results === mostResults) {
        ;[run, results] = [run + 1, 0]
        yield `\n]},\n${begin(run)}`
      }
      const result = resultOf(finding, places.get(finding.check_id) ?? -1, context)
      yield `${results > 0 ? ',' : ''}\n${JSON.stringify(result)}`
      results += 1
    }
  }
  yield `\n],"invocations":[${JSON.stringify(invocationOf(context))}]}\n]}\n`
}
