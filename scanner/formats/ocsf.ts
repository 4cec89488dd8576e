// Findings as OCSF Detection Findings (class 2004, version 1.5.0): a JSON array, written as a stream.
import { isDeepStrictEqual } from 'node:util'
import type { CheckDescription, FindingRecord } from '../engine/index.ts'
import type { Severity, Status } from '../kit/index.ts'
import { namespaceOf } from './namespace.ts'
import type { ImportedCheck } from './ocsf-check.ts'

/** Fields shared by all findings of one file. */
export interface OcsfContext {
  /** `aws` */
  readonly provider: string
  /** The account's id and, if known, its display name. */
  readonly account: { readonly uid: string; readonly name?: string }
  readonly product: {
    readonly name: string
    readonly vendor_name: string
    readonly version: string
  }
  readonly checks: ReadonlyMap<string, CheckDescription | ImportedCheck>
  /** The time of the scan's results. */
  readonly time: Date
  readonly tenant_uid?: string
  readonly scan_id?: string
  /** The requirements that include each check, by framework: `{ 'cis_3.0_aws': ['2.1.1'] }`. */
  readonly compliance?: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>
}

/** A finding with the decisions of a tenant. */
export type OcsfFinding = FindingRecord & {
  readonly muted?: boolean
  /** The reason why it is muted. */
  readonly muted_reason?: string | null
  /** The scan's result if a user has verified a different status. */
  readonly raw_status?: Status
}

const severityIds: Record<Severity, number> = {
  informational: 1,
  low: 2,
  medium: 3,
  high: 4,
  critical: 5,
}

// account.type_id in the dictionary of OCSF 1.5.0; other provider types are Other.
const accountTypes: Record<string, readonly [number, string]> = { aws: [10, 'AWS Account'] }

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Labels are `key:value`. If a key contains a colon, tags show where it ends. */
export function labelsOf({ tags }: OcsfFinding['resource']) {
  const pairs = Object.entries(tags)
  return {
    labels: pairs.map(([key, value]) => `${key}:${value}`),
    ...(pairs.some(([key]) => /[:=]/.test(key)) && {
      tags: pairs.map(([name, value]) => ({ name, value })),
    }),
  }
}

function resourceOf({ resource, raw_result, check_id }: OcsfFinding, context: OcsfContext) {
  return {
    uid: resource.uid,
    name: resource.name,
    type: resource.type,
    group: { name: context.checks.get(check_id)?.resource_group || resource.service },
    ...placeOf(resource, context),
    ...labelsOf(resource),
    data: { details: resource.details ?? '', metadata: resource.metadata ?? raw_result },
  }
}

/** The evaluated record, if it differs from the resource's metadata. */
function evidenceOf({ resource, raw_result }: OcsfFinding) {
  if (resource.metadata === undefined || isDeepStrictEqual(resource.metadata, raw_result)) return {}
  return { evidences: [{ data: raw_result }] }
}

/** Provider types that are not clouds: their resources are in namespaces. */
const clusters: ReadonlySet<string> = new Set(['kubernetes'])

export const profilesOf = ({ provider }: OcsfContext): readonly string[] => [
  clusters.has(provider) ? 'container' : 'cloud',
  'datetime',
]

export const placeOf = (
  { uid, region, partition }: OcsfFinding['resource'],
  { provider }: OcsfContext,
) => {
  if (region !== '') return { region, cloud_partition: partition }
  return clusters.has(provider) ? { namespace: namespaceOf(uid) } : {}
}

/** Undefined if the account is not a cloud. */
export function cloudOf(
  { region }: { readonly region: string },
  { provider, account }: OcsfContext,
) {
  if (clusters.has(provider)) return undefined
  const [type_id, type] = accountTypes[provider] ?? [99, 'Other']
  return {
    provider,
    ...(region !== '' && { region }),
    account: { uid: account.uid, name: account.name, type, type_id, labels: [] },
  }
}

/** One finding as a Detection Finding. Members without a value are omitted on serialization. */
export function detectionFinding(finding: OcsfFinding, context: OcsfContext) {
  const { check_id, severity, status_extended: message } = finding
  const check = context.checks.get(check_id)
  const time = Math.floor(context.time.getTime() / 1_000)
  const time_dt = context.time.toISOString()
  const title = check?.title ?? check_id
  const imported = check && 'imported' in check ? check.imported : undefined
  const references =
    imported?.references ?? [check?.fix.cli, check?.fix.url].filter((it) => typeof it === 'string')
  return {
    activity_id: 1,
    activity_name: 'Create',
    category_uid: 2,
    category_name: 'Findings',
    class_uid: 2004,
    class_name: 'Detection Finding',
    type_uid: 200401,
    type_name: 'Detection Finding: Create',
    severity: capital(severity),
    severity_id: severityIds[severity],
    status: finding.muted ? 'Suppressed' : 'New',
    status_id: finding.muted ? 3 : 1,
    // A user's comment on the finding, according to the schema.
    ...(finding.muted && finding.muted_reason && { comment: finding.muted_reason }),
    status_code: finding.status,
    status_detail: message,
    message,
    time,
    time_dt,
    risk_details: check?.risk,
    remediation: check && { desc: check.fix.text, references },
    finding_info: {
      uid: finding.uid,
      title,
      desc: check?.description || title,
      name: finding.resource.name,
      types: check?.categories ?? [],
      created_time: time,
      created_time_dt: time_dt,
      analytic: { uid: check_id, name: title, type: 'Rule', type_id: 1, category: finding.service },
    },
    metadata: {
      version: '1.5.0',
      event_code: check_id,
      product: { ...context.product, uid: context.product.name.toLowerCase() },
      profiles: profilesOf(context),
      tenant_uid: context.tenant_uid,
    },
    resources: [resourceOf(finding, context)],
    ...evidenceOf(finding),
    cloud: cloudOf(finding, context),
    unmapped: {
      related_url: imported?.related_url ?? check?.source,
      categories: check?.categories ?? [],
      depends_on: [],
      related_to: [],
      additional_urls: imported?.links ?? (check ? [check.source] : []),
      notes: imported?.notes ?? '',
      compliance: context.compliance?.get(check_id) ?? {},
      scan_id: context.scan_id,
      provider_uid: context.account.uid,
      provider: context.provider,
      ...(finding.resource.metadata === undefined && { has_resource_metadata: false }),
      ...(finding.raw_status !== undefined &&
        finding.raw_status !== finding.status && { raw_status: finding.raw_status }),
    },
  }
}

/** Omits null members, as consumers of this format expect; JSON.stringify omits undefined ones. */
const withoutNulls = (_: string, value: unknown): unknown => (value === null ? undefined : value)

/**
 * Writes findings as one JSON array, one string per batch, so that files of any size need little memory. The input is
 * the `findings` of each result of a scan. The array is closed when the batches end.
 */
export async function* ocsf(
  batches: AsyncIterable<readonly OcsfFinding[]>,
  context: OcsfContext,
): AsyncGenerator<string> {
  let written = false
  yield '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const texts = batch.map((finding) =>
      JSON.stringify(detectionFinding(finding, context), withoutNulls),
    )
    yield `${written ? ',' : ''}\n${texts.join(',\n')}`
    written = true
  }
  yield '\n]\n'
}
