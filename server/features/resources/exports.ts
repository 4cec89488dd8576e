/** Lists of resources as files. */
import { inventoryInfo } from '@plumbline/scanner/formats'
import {
  csv,
  type Exports,
  type ExportSettings,
  exportsOf,
  jsonLines,
  ocsf,
} from '../../platform/http/index.ts'
import { resources } from './resource.ts'
import { type PlacedResource, type ResourceFacts, resourcesBehind } from './store.ts'

type Row = PlacedResource

const columns = {
  id: ({ resource }: Row) => resource.id,
  uid: ({ resource }: Row) => resource.uid,
  name: ({ resource }: Row) => resource.name,
  provider: ({ provider }: Row) => provider,
  account_uid: ({ account }: Row) => account.uid,
  account_name: ({ account }: Row) => account.name,
  region: ({ resource }: Row) => resource.region,
  service: ({ resource }: Row) => resource.service,
  type: ({ resource }: Row) => resource.type,
  partition: ({ resource }: Row) => resource.partition,
  groups: ({ resource }: Row) => resource.groups,
  tags: ({ resource }: Row) =>
    Object.entries(resource.tags).map(([key, value]) => `${key}=${value}`),
  failed_findings_count: ({ resource }: Row) => resource.failed_findings_count,
  inserted_at: ({ resource }: Row) => resource.inserted_at,
  updated_at: ({ resource }: Row) => resource.updated_at,
}

const recordOf =
  (version: string) =>
  ({ resource, provider, account }: Row): string => {
    const { uid, name, region, service, type, tags, details, metadata, partition } = resource
    const seen = {
      uid,
      name,
      region,
      service,
      type,
      tags,
      partition: partition ?? '',
      ...(details && { details }),
      ...(metadata && { metadata: JSON.parse(metadata) as unknown }),
    }
    return JSON.stringify(
      inventoryInfo(seen, {
        provider,
        account: { uid: account.uid, ...(account.name && { name: account.name }) },
        product: { name: 'Plumbline', vendor_name: 'Plumbline', version },
        checks: new Map(),
        time: new Date(resource.updated_at),
      }),
    )
  }

export const resourceExports = (
  facts: ResourceFacts,
  { version, rows: most }: ExportSettings,
): Exports =>
  exportsOf<typeof resources, Row>(
    resources,
    ({ tx, caller, query }, after) => resourcesBehind(tx, caller, facts, { query, after, most }),
    [
      csv<typeof resources, Row>(resources, columns),
      jsonLines<typeof resources, Row>(resources, ({ resource }) => resource),
      ocsf(recordOf(version)),
    ],
  )
