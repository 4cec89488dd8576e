/** A framework as a table: a line for each requirement and check that it names, and how both came out. */
import type { CheckDescription } from '@plumbline/scanner'
import { csvLine, type Cell } from '@plumbline/scanner/formats'
import {
  type Assessed,
  assess,
  checksOf,
  type Framework,
  frameworkName,
  judgedOf,
  requirementWords,
  type ResultOf,
} from '@plumbline/scanner/frameworks'
import type { ReportedScan } from './store.ts'

interface Line {
  readonly scan: ReportedScan
  readonly framework: Framework
  readonly assessed: Assessed
  readonly words: { readonly name: string; readonly description: string }
  readonly checkId: string | undefined
  readonly check: CheckDescription | undefined
  readonly result: ReturnType<ResultOf>
}

const columns: Readonly<Record<string, (line: Line) => Cell>> = {
  framework: ({ framework }) => framework.framework,
  version: ({ framework }) => framework.version,
  framework_name: ({ framework }) => frameworkName(framework),
  provider: ({ scan }) => scan.provider_type,
  account_uid: ({ scan }) => scan.account_uid,
  account_name: ({ scan }) => scan.account_name,
  scan_id: ({ scan }) => scan.id,
  assessed_at: ({ scan }) => scan.at,
  requirement_id: ({ assessed }) => assessed.requirement.id,
  requirement_name: ({ words }) => words.name,
  requirement_description: ({ words }) => words.description,
  requirement_attributes: ({ assessed }) =>
    Object.entries(assessed.requirement.attributes).map(([name, value]) => `${name}: ${value}`),
  requirement_status: ({ assessed }) => assessed.status,
  status_reason: ({ assessed }) => assessed.reason,
  status_detail: ({ assessed }) => assessed.detail,
  checks_named: ({ assessed }) => assessed.checks.named,
  checks_judged: ({ assessed }) => judgedOf(assessed.checks),
  check_id: ({ checkId }) => checkId,
  check_title: ({ check }) => check?.title,
  severity: ({ check }) => check?.severity,
  // All findings of it are muted where it has none.
  check_state: ({ checkId, result }) => checkId && (result?.state ?? 'muted'),
  pass_count: ({ result }) => result?.pass,
  fail_count: ({ result }) => result?.fail,
  manual_count: ({ result }) => result?.manual,
}

export interface Judged {
  readonly framework: Framework
  readonly resultOf: ResultOf
}

/** The lines, some at a time. A requirement that names no check has a line by itself. */
export function* complianceTable(
  scan: ReportedScan,
  { framework, resultOf }: Judged,
  checks: ReadonlyMap<string, CheckDescription>,
): Generator<Buffer> {
  yield Buffer.from(csvLine(Object.keys(columns)))
  const cells = Object.values(columns)
  for (const assessed of assess(framework, resultOf)) {
    const { requirement } = assessed
    const words = requirementWords(framework, requirement, (id) => checks.get(id)?.title)
    const ids = checksOf(framework, requirement, scan.provider_type)
    const about = { scan, framework, assessed, words }
    const lines = (ids.length > 0 ? ids : [undefined]).map((checkId): Line => {
      const check = checkId === undefined ? undefined : checks.get(checkId)
      const result = checkId === undefined ? undefined : resultOf(scan.provider_type, checkId)
      return { ...about, checkId, check, result }
    })
    yield Buffer.from(lines.map((line) => csvLine(cells.map((cell) => cell(line)))).join(''))
  }
}
