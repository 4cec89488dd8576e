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

type Told = PlacedResource

const columns = {
  id: ({ resource }: Told) => resource.id,
  uid: ({ resource }: Told) => resource.uid,
  name: ({ resource }: Told) => resource.name,
  provider: ({ provider }: Told) => provider,
  account_uid: ({ account }: Told) => account.uid,
  account_name: ({ account }: Told) => account.name,
  region: ({ resource }: Told) => resource.region,
  service: ({ resource }: Told) => resource.service,
  type: ({ resource }: Told) => resource.type,
  partition: ({ resource }: Told) => resource.partition,
  groups: ({ resource }: Told) => resource.groups,
  tags: ({ resource }: Told) =>
    Object.entries(resource.tags).map(([key, value]) => `${key}=${value}`),
  failed_findings_count: ({ resource }: Told) => resource.failed_findings_count,
  inserted_at: ({ resource }: Told) => resource.inserted_at,
  updated_at: ({ resource }: Told) => resource.updated_at,
}

const recordOf =
  (version: string) =>
  ({ resource, provider, account }: Told): string => {
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
  exportsOf<typeof resources, Told>(
    resources,
    ({ tx, caller, query }, after) => resourcesBehind(tx, caller, facts, { query, after, most }),
    [
      csv<typeof resources, Told>(resources, columns),
      jsonLines<typeof resources, Told>(resources, ({ resource }) => resource),
      ocsf(recordOf(version)),
    ],
  )
