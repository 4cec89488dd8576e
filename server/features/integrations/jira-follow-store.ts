/** Issues that may be done by now, and what is known of the findings that they name. */
import { idArray, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { type FindingKey, keyText, statusCodes } from '../versions/index.ts'

/** Between two looks at the issues of an integration, and between two checks of what an issue names. */
export const lookSeconds = 600
/** An issue that was not seen for so long is deleted, and not only hidden. */
const missingDays = 7

/**
 * `open`: not marked as done. `checking`: done, and scans check its resources. `failing`: they failed, and a comment
 * was added to the issue. `over`: none of its findings fails.
 */
export type IssueState = 'open' | 'checking' | 'failing' | 'over'

export interface FollowedIssue {
  readonly dispatch_key: string
  /** Null where only the key was kept. */
  readonly issue_id: string | null
  readonly issue_key: string
  readonly named: Readonly<Record<string, string>>
  readonly state: IssueState
  readonly recheck_id: string | null
  readonly recheck_scans: readonly string[]
  /** It was checked again just now. */
  readonly is_fresh: boolean
  /** It was not seen for so long that it is deleted. */
  readonly is_lost: boolean
}

/** Those at this site that were not looked at for the longest time. */
export const followedIssues = (
  tx: Tx,
  integrationId: string,
  { site, most }: { readonly site: string; readonly most: number },
): Promise<FollowedIssue[]> =>
  tx.rows<FollowedIssue>(sql`
    select dispatch_key, issue_id, issue_key, named, state, recheck_id, recheck_scans,
           coalesce(rechecked_at > now() - make_interval(secs => ${lookSeconds}), false) as is_fresh,
           coalesce(missing_since < now() - make_interval(days => ${missingDays}), false) as is_lost
      from tracker_issues
     where tenant_id = ${tx.tenantId} and integration_id = ${integrationId} and state <> 'over'
       and coalesce(site, ${site}) = ${site}
     order by looked_at nulls first, dispatch_key
     limit ${most}`)

export interface IssueChange
  extends Pick<
    FollowedIssue,
    'dispatch_key' | 'issue_id' | 'issue_key' | 'state' | 'recheck_id' | 'recheck_scans'
  > {
  readonly is_missing: boolean
  /** It is checked again from now on. */
  readonly is_checked: boolean
}

export const keepStates = (
  tx: Tx,
  integrationId: string,
  { site, changes }: { readonly site: string; readonly changes: readonly IssueChange[] },
): Promise<number> =>
  tx.run(sql`
    update tracker_issues t
       set state = c.state, recheck_id = c.recheck_id, recheck_scans = c.scans::uuid[], looked_at = now(),
           issue_id = c.issue_id, issue_key = c.issue_key, site = case when c.issue_id is null then t.site else ${site} end,
           missing_since = case when c.is_missing then coalesce(t.missing_since, now()) end,
           rechecked_at = case when c.is_checked then now() else t.rechecked_at end
      from ${rowTable(
        changes.map((one) => ({ ...one, scans: `{${one.recheck_scans.join(',')}}` })),
        'c',
        'dispatch_key text, issue_id text, issue_key text, state text, recheck_id uuid, scans text, is_missing boolean, is_checked boolean',
      )}
     where t.tenant_id = ${tx.tenantId} and t.integration_id = ${integrationId} and t.dispatch_key = c.dispatch_key`)

/** A finding that an issue names, as far as it fails now. */
export interface FailingFinding extends FindingKey {
  readonly check_id: string
  /** `aws`, `github` … */
  readonly provider: string
  readonly resource_uid: string | null
}

/** Those that fail now, by their keys. */
export async function failingFindings(
  tx: Tx,
  keys: readonly FindingKey[],
): Promise<ReadonlyMap<string, FailingFinding>> {
  const rows = await tx.rows<FailingFinding>(sql`
    select f.provider_id, f.finding_key, f.check_id, p.provider, r.uid as resource_uid
      from ${rowTable(keys, 'k', 'finding_key uuid, provider_id uuid')}
      join findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = k.provider_id and f.finding_key = k.finding_key
      join providers p on p.tenant_id = f.tenant_id and p.id = f.provider_id and p.deleted_at is null
      left join resources r
        on r.tenant_id = f.tenant_id and r.provider_id = f.provider_id and r.id = f.resource_id
     where f.removed_at is null and not f.muted and f.status = ${statusCodes.FAIL}`)
  return new Map(rows.map((row) => [keyText(row), row]))
}

/** Those of the scans that are not over. */
export async function runningScans(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id
      from scans
     where tenant_id = ${tx.tenantId} and id = any(${idArray(ids)})
       and state not in ('completed', 'failed', 'cancelled')`)
  return new Set(rows.map(({ id }) => id))
}

/** What the scans saw, as `scan/key`. */
export async function seenBy(
  tx: Tx,
  scans: readonly string[],
  keys: readonly FindingKey[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<FindingKey & { readonly scan_id: string }>(sql`
    select o.scan_id, o.provider_id, o.finding_key
      from scan_observations o
     where o.tenant_id = ${tx.tenantId} and o.scan_id = any(${idArray(scans)})
       and o.finding_key = any(${idArray(keys.map(({ finding_key }) => finding_key))})`)
  return new Set(rows.map((row) => `${row.scan_id}/${keyText(row)}`))
}

/** Its issues are looked at in so many seconds, or earlier if they were to be anyway. */
export const lookWithin = (tx: Tx, integrationId: string, seconds: number): Promise<number> =>
  tx.run(sql`
    update integrations
       set look_at = least(look_at, now() + make_interval(secs => ${seconds}))
     where tenant_id = ${tx.tenantId} and id = ${integrationId}`)

/** Schedules the next check, or null if no issue is left. */
export const lookNext = (tx: Tx, integrationId: string, seconds: number | null): Promise<number> =>
  tx.run(sql`
    update integrations
       set look_at = now() + make_interval(secs => ${seconds})
     where tenant_id = ${tx.tenantId} and id = ${integrationId}`)

/** Takes a look that is due, for the first caller; returns the configuration. */
export const takeLook = async (
  tx: Tx,
  integrationId: string,
): Promise<Readonly<Record<string, unknown>> | undefined> =>
  (
    await tx.maybe<{ configuration: Readonly<Record<string, unknown>> }>(sql`
      update integrations
         set look_at = now() + make_interval(secs => ${lookSeconds})
       where tenant_id = ${tx.tenantId} and id = ${integrationId} and look_at <= now() and enabled
      returning configuration`)
  )?.configuration
