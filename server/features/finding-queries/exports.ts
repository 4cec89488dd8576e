/** Lists of findings as files, and groups as tables. */
import { detectionFinding } from '@plumbline/scanner/formats'
import {
  csv,
  type Exports,
  type ExportSettings,
  exportsOf,
  jsonLines,
  ocsf,
} from '../../platform/http/index.ts'
import { type SeenResource, seenResources } from '../resources/index.ts'
import type { CheckCatalog } from './catalog.ts'
import { findings } from './resource.ts'
import { type Exported, findingsBehind } from './lists.ts'

interface Row extends Exported {
  readonly resource: SeenResource | undefined
}

const columns = {
  id: ({ finding }: Row) => finding.id,
  uid: ({ finding }: Row) => finding.uid,
  status: ({ finding }: Row) => finding.status,
  severity: ({ finding }: Row) => finding.severity,
  status_extended: ({ finding }: Row) => finding.status_extended,
  check_id: ({ finding }: Row) => finding.check_id,
  provider: ({ row }: Row) => row.provider_type,
  account_uid: ({ row }: Row) => row.account_uid,
  account_name: ({ row }: Row) => row.account_name,
  region: ({ row }: Row) => row.region,
  service: ({ row }: Row) => row.service,
  resource_uid: ({ resource }: Row) => resource?.uid,
  resource_name: ({ resource }: Row) => resource?.name,
  resource_type: ({ row }: Row) => row.resource_type,
  raw_status: ({ finding }: Row) => finding.raw_status,
  delta: ({ finding }: Row) => finding.delta,
  muted: ({ finding }: Row) => finding.muted,
  muted_reason: ({ finding }: Row) => finding.muted_reason,
  triage_status: ({ finding }: Row) => finding.triage_status,
  categories: ({ finding }: Row) => finding.categories,
  resource_groups: ({ finding }: Row) => finding.resource_groups,
  first_seen_at: ({ finding }: Row) => finding.first_seen_at,
  inserted_at: ({ finding }: Row) => finding.inserted_at,
  updated_at: ({ finding }: Row) => finding.updated_at,
  scan: ({ finding }: Row) => finding.scan,
}

const recordOf =
  (catalog: CheckCatalog, version: string) =>
  ({ finding, resource, row }: Row): string => {
    const { service, region, resource_type } = row
    const { uid, check_id, status, raw_status, severity, muted, raw_result } = finding
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
      checks: catalog,
      time: new Date(finding.inserted_at),
      ...(finding.scan && { scan_id: finding.scan }),
    })
    // With its nulls: one in the evidence says that something was looked for and is not there.
    return JSON.stringify(record)
  }

export const findingExports = (
  catalog: CheckCatalog,
  { version, rows: most }: ExportSettings,
  { latest }: { readonly latest: boolean },
): Exports =>
  exportsOf<typeof findings, Row>(
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
      csv<typeof findings, Row>(findings, columns),
      jsonLines<typeof findings, Row>(findings, ({ finding }) => finding),
      ocsf(recordOf(catalog, version)),
    ],
  )

const resourceOf = ({ finding }: Exported): readonly string[] => finding.resources ?? []
