/** Findings as they are sent to other systems. */
import { checksOf, framework, frameworksOf } from '@plumbline/scanner/frameworks'
import type { ForwardedFinding } from '../../targets/target.ts'
import type { FileFinding } from '../findings/index.ts'

type Requirements = ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>

const known = new Map<string, Promise<Requirements>>()

/** Requirements by check and framework, for accounts of one kind. */
export function requirementsOf(provider: string): Promise<Requirements> {
  let found = known.get(provider)
  if (!found) {
    found = read(provider)
    known.set(provider, found)
    found.catch(() => known.delete(provider))
  }
  return found
}

async function read(provider: string): Promise<Requirements> {
  const byCheck = new Map<string, Record<string, string[]>>()
  for (const { id } of frameworksOf(provider)) {
    const whole = await framework(id)
    for (const requirement of whole?.requirements ?? [])
      for (const check of whole ? checksOf(whole, requirement, provider) : []) {
        const own = byCheck.get(check) ?? {}
        byCheck.set(check, own)
        const ids = (own[id] ??= [])
        ids.push(requirement.id)
      }
  }
  return byCheck
}

/** Addresses in the app; null if the installation has no public URL. */
export interface Site {
  readonly address: string | null
}

export const findingLink = ({ address }: Site, id: string): string | null =>
  address === null ? null : `${address}/findings?${new URLSearchParams({ open: id })}`

/** A list of findings, by filters as the API spells them. */
export const findingsLink = (
  { address }: Site,
  view: Readonly<Record<string, string>>,
): string | null => (address === null ? null : `${address}/findings?${new URLSearchParams(view)}`)

/** Where all that fails of a check is listed. */
export const checkLink = (site: Site, checkId: string): string | null =>
  findingsLink(site, {
    'filter[check_id]': checkId,
    'filter[status]': 'FAIL',
    'filter[muted]': 'false',
  })

export async function forwarded(
  rows: readonly FileFinding[],
  { site }: { readonly site: Site },
): Promise<readonly ForwardedFinding[]> {
  const types = [...new Set(rows.map(({ provider_type }) => provider_type))]
  const requirements = new Map(
    await Promise.all(types.map(async (type) => [type, await requirementsOf(type)] as const)),
  )
  return rows.map(({ finding, resource, check, ...row }): ForwardedFinding => {
    const { id, uid, status, severity, delta, muted, check_id, triage_status } = finding
    return {
      id,
      uid,
      status,
      severity,
      delta,
      muted,
      triage_status,
      check: {
        id: check_id,
        title: check?.title ?? check_id,
        description: check?.description ?? '',
        risk: check?.risk ?? '',
        remediation: check?.fix.text ?? '',
        remediation_url: check?.fix.url ?? check?.source ?? '',
        service: check?.service ?? row.service,
      },
      status_extended: finding.status_extended ?? '',
      provider: { type: row.provider_type, uid: row.account_uid, alias: row.account_name },
      region: row.region,
      resource: {
        uid: resource?.uid ?? '',
        name: resource?.name ?? '',
        type: resource?.type ?? row.resource_type,
        tags: resource?.tags ?? {},
      },
      compliance: requirements.get(row.provider_type)?.get(check_id) ?? {},
      first_seen_at: finding.first_seen_at ?? finding.inserted_at,
      updated_at: finding.updated_at,
      link: findingLink(site, id),
    }
  })
}
