/**
 * Batches as bytes, a line of JSON a row: they move between threads without a copy, wait in memory without objects for
 * the garbage collector, and are written to files as they are.
 */
import type { Batch, Staged, StagedBody } from './stage.ts'
import type { StagedResource } from '../resources/index.ts'

/** Each is lines that end with a newline; empty without rows. */
export interface PackedBatch {
  readonly findings: Uint8Array<ArrayBuffer>
  readonly resources: Uint8Array<ArrayBuffer>
  readonly bodies: Uint8Array<ArrayBuffer>
  /** Checks that the findings are of. */
  readonly checks: readonly string[]
}

/** Where a finding's key begins in its line: behind a bracket and a quote. */
export const keyAt = 2
/** Characters of a body's key, which its line begins with. */
const keyLength = 36

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const linesOf = <T>(rows: readonly T[], line: (row: T) => string): Uint8Array<ArrayBuffer> => {
  let text = ''
  for (const row of rows) text += `${line(row)}\n`
  return encoder.encode(text)
}

function* read<T>(bytes: Uint8Array, row: (line: string) => T): Generator<T> {
  const lines = decoder.decode(bytes).split('\n')
  lines.pop() // behind the last newline
  for (const line of lines) yield row(line)
}

/** The cells of a finding's line after its first two values, which the writer of the line chooses. */
export type FindingCells = [
  uid: string,
  check_id: string,
  raw_status: Staged['raw_status'],
  severity: Staged['severity'],
  status_extended: string,
  service: string,
  region: string,
  resource_type: string,
  resource_key: string,
  body_key: string,
]

export function cellsOf(one: Omit<Staged, 'finding_key' | 'unit'>): FindingCells {
  const { uid, check_id, raw_status, severity, status_extended } = one
  const { service, region, resource_type, resource_key, body_key } = one
  const verdict = [uid, check_id, raw_status, severity, status_extended] as const
  return [...verdict, service, region, resource_type, resource_key, body_key]
}

export function stagedFrom(finding_key: string, unit: string, cells: FindingCells): Staged {
  const [uid, check_id, raw_status, severity, status_extended, ...place] = cells
  const [service, region, resource_type, resource_key, body_key] = place
  return {
    finding_key,
    unit,
    uid,
    check_id,
    raw_status,
    severity,
    status_extended,
    service,
    region,
    resource_type,
    resource_key,
    body_key,
  }
}

const findingLine = (one: Staged): string =>
  JSON.stringify([one.finding_key, one.unit, ...cellsOf(one)])

function finding(line: string): Staged {
  const [finding_key, unit, ...cells] = JSON.parse(line) as [string, string, ...FindingCells]
  return stagedFrom(finding_key, unit, cells)
}

export const pack = ({ findings, resources, bodies }: Batch): PackedBatch => ({
  findings: linesOf(findings, findingLine),
  resources: linesOf(resources, (resource) => JSON.stringify(resource)),
  bodies: linesOf(bodies, ({ body_key, body }) => body_key + body),
  checks: [...new Set(findings.map(({ check_id }) => check_id))],
})

export const findingsIn = (bytes: Uint8Array): Staged[] => [...read(bytes, finding)]
export const resourcesIn = (bytes: Uint8Array): StagedResource[] => [
  ...read(bytes, (line) => JSON.parse(line) as StagedResource),
]
export const bodiesIn = (bytes: Uint8Array): StagedBody[] => [
  ...read(bytes, (line) => ({ body_key: line.slice(0, keyLength), body: line.slice(keyLength) })),
]
