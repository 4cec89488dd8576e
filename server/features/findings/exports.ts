/** Lists of findings as files, and groups as tables. */
import { csvLine, detectionFinding } from '@plumbline/scanner/formats'
import {
  csv,
  type Exports,
  type ExportSettings,
  exportsOf,
  jsonLines,
  ocsf,
} from '../../platform/http/index.ts'
import { type SeenResource, seenResources } from '../resources/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { type Finding, findings } from './resource.ts'
import { type Exported, findingsBehind } from './page.ts'

type InTable =
  | 'id'
  | 'uid'
  | 'status'
  | 'severity'
  | 'status_extended'
  | 'check_id'
  | 'raw_status'
  | 'delta'
  | 'muted'
  | 'muted_reason'
  | 'triage_status'
  | 'categories'
  | 'resource_groups'
  | 'first_seen_at'
  | 'inserted_at'
  | 'updated_at'
  | 'scan'

/** What a line of the table is made of. */
export interface TableFinding extends Omit<Exported, 'finding' | 'check'> {
  readonly finding: Pick<Finding, InTable>
  readonly resource: Pick<SeenResource, 'uid' | 'name'> | undefined
}

/** A finding with its resource, as records of a file are made of it. */
export interface FileFinding extends Exported {
  readonly resource: SeenResource | undefined
}

const ofFinding = <K extends InTable>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, ({ finding }: TableFinding) => finding[name]])) as {
    [N in K]: (row: TableFinding) => Finding[N]
  }

const columns = {
  ...ofFinding('id', 'uid', 'status', 'severity', 'status_extended', 'check_id'),
  provider: ({ provider_type }: TableFinding) => provider_type,
  account_uid: ({ account_uid }: TableFinding) => account_uid,
  account_name: ({ account_name }: TableFinding) => account_name,
  region: ({ region }: TableFinding) => region,
  service: ({ service }: TableFinding) => service,
  resource_uid: ({ resource }: TableFinding) => resource?.uid,
  resource_name: ({ resource }: TableFinding) => resource?.name,
  resource_type: ({ resource_type }: TableFinding) => resource_type,
  ...ofFinding('raw_status', 'delta', 'muted', 'muted_reason', 'triage_status', 'categories'),
  ...ofFinding('resource_groups', 'first_seen_at', 'inserted_at', 'updated_at', 'scan'),
}

/** A list also has what readers outside of Plumbline need. New columns are at the end: scripts may count them. */
const listColumns = {
  ...columns,
  check_title: ({ check, finding }: FileFinding) => check?.title ?? finding.check_id,
  remediation: ({ check }: FileFinding) => check?.fix.text,
}

/** Requirements that each check answers, by framework. */
export type ComplianceOf = ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>

/** The OCSF record of a finding, as text. */
export const ocsfRecord =
  (catalog: CheckCatalog, version: string, compliance?: ComplianceOf) =>
  ({ finding, resource, check, ...row }: FileFinding): string => {
    const { service, region, resource_type } = row
    const { uid, check_id, status, raw_status, severity, muted, muted_reason, raw_result } = finding
    const { uid: resourceUid = uid, name = uid, tags = {}, details, metadata } = resource ?? {}
    const detection = {
      uid,
      check_id,
      status,
      raw_status,
      severity,
      status_extended: finding.status_extended ?? '',
      service,
      region,
      resource_type,
      muted,
      muted_reason,
      raw_result,
      resource: {
        uid: resourceUid,
        name,
        region: resource?.region ?? region,
        service: resource?.service ?? service,
        type: resource?.type ?? resource_type,
        partition: resource?.partition ?? '',
        tags,
        ...(details && { details }),
        ...(metadata !== null && metadata !== undefined && { metadata }),
      },
    }
    const record = detectionFinding(detection, {
      provider: row.provider_type,
      account: { uid: row.account_uid, ...(row.account_name && { name: row.account_name }) },
      product: { name: 'Plumbline', vendor_name: 'Plumbline', version },
      checks: check && !catalog.has(check_id) ? new Map([[check_id, check]]) : catalog,
      time: new Date(finding.inserted_at),
      ...(finding.scan && { scan_id: finding.scan }),
      ...(compliance && { compliance }),
    })
    // Keeps nulls: in the evidence, null means that a value was read and is absent.
    return JSON.stringify(record)
  }

/** The table of findings: its first line, and the line of each. */
export const findingTable = {
  head: csvLine(Object.keys(columns)),
  line: (row: TableFinding): string => csvLine(Object.values(columns).map((cell) => cell(row))),
}

export const findingExports = (
  catalog: CheckCatalog,
  { version, rows: most }: ExportSettings,
  { latest }: { readonly latest: boolean },
): Exports =>
  exportsOf<typeof findings, FileFinding>(
    findings,
    async ({ tx, caller, query }, after) => {
      const [branch, ...keys] = after ?? []
      const { rows, place } = await findingsBehind(tx, caller, catalog, {
        query: { ...query, latest },
        after: branch === undefined ? undefined : { branch: Number(branch), keys },
        most,
      })
      const seen = await seenResources(tx, [...new Set(rows.flatMap(resourceOf))])
      return {
        rows: rows.map((row) => ({ ...row, resource: seen.get(resourceOf(row)[0] ?? '') })),
        place: place && [String(place.branch), ...place.keys],
      }
    },
    [
      csv<typeof findings, FileFinding>(findings, listColumns),
      jsonLines<typeof findings, FileFinding>(findings, ({ finding }) => finding),
      ocsf(ocsfRecord(catalog, version)),
    ],
  )

export const resourceOf = ({ finding }: Exported): readonly string[] => finding.resources ?? []
