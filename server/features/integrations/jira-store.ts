/** The findings of issues and of dispatches. */
import { idArray, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { type Viewer, visible } from '../../platform/tenancy/index.ts'
import { type FindingKey, keyText, statusCodes } from '../versions/index.ts'
import { lookSeconds, lookWithin } from './jira-follow-store.ts'

export interface TrackerIssue {
  /** Null where only the key was kept. */
  readonly issue_id: string | null
  readonly issue_key: string
  /** Names of the resources that it named last, by the keys of their findings. */
  readonly named: Readonly<Record<string, string>>
  /** Findings that it was about beside those. */
  readonly more: number
}

/** The issue of a dispatch at this site. Another site has others under the same keys. */
export const issueOf = (
  tx: Tx,
  integrationId: string,
  { site, dispatchKey }: { readonly site: string; readonly dispatchKey: string },
): Promise<TrackerIssue | undefined> =>
  tx.maybe<TrackerIssue>(sql`
    select issue_id, issue_key, named, more
      from tracker_issues
     where tenant_id = ${tx.tenantId} and integration_id = ${integrationId} and dispatch_key = ${dispatchKey}
       and coalesce(site, ${site}) = ${site}`)

/** What was sent is open to be looked at from here, whatever was known of the issue. */
export async function keepIssue(
  tx: Tx,
  integrationId: string,
  { site, dispatchKey }: { readonly site: string; readonly dispatchKey: string },
  { issue_id, issue_key, named, more }: TrackerIssue,
): Promise<void> {
  await tx.run(sql`
    insert into tracker_issues (tenant_id, integration_id, dispatch_key, site, issue_id, issue_key, named, more)
    values (${tx.tenantId}, ${integrationId}, ${dispatchKey}, ${site}, ${issue_id}, ${issue_key},
            ${JSON.stringify(named)}::jsonb, ${more})
    on conflict (tenant_id, integration_id, dispatch_key) do update
       set site = excluded.site, issue_id = excluded.issue_id, issue_key = excluded.issue_key, named = excluded.named,
           more = excluded.more, state = 'open', recheck_id = null, recheck_scans = '{}', missing_since = null,
           updated_at = now()`)
  await lookWithin(tx, integrationId, lookSeconds)
}

/** Those of the findings that fail now. */
export async function failing(tx: Tx, keys: readonly FindingKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx.rows<FindingKey>(sql`
    select f.provider_id, f.finding_key
      from ${rowTable(keys, 'k', 'finding_key uuid, provider_id uuid')}
      join findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = k.provider_id and f.finding_key = k.finding_key
      join providers p on p.tenant_id = f.tenant_id and p.id = f.provider_id and p.deleted_at is null
     where f.removed_at is null and not f.muted and f.status = ${statusCodes.FAIL}`)
  return new Set(rows.map(keyText))
}

/** Providers in which findings of a check fail now, of those that the viewer sees. */
export const providersFailing = async (
  tx: Tx,
  viewer: Viewer,
  checkId: string,
): Promise<readonly string[]> => {
  const rows = await tx.rows<{ provider_id: string }>(sql`
    select distinct f.provider_id
      from findings f
      join providers p on p.tenant_id = f.tenant_id and p.id = f.provider_id and p.deleted_at is null
     where f.tenant_id = ${tx.tenantId} and f.check_id = ${checkId} and f.removed_at is null and not f.muted
       and f.status = ${statusCodes.FAIL} and ${visible(viewer, sql`f.provider_id`)}
     order by f.provider_id`)
  return rows.map(({ provider_id }) => provider_id)
}

/** The check of each version. */
export const checksOfVersions = async (
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.rows<{ id: string; check_id: string }>(sql`
    select id, check_id from findings where tenant_id = ${tx.tenantId} and id = any(${idArray(ids)})
    union all
    select id, check_id from finding_history where tenant_id = ${tx.tenantId} and id = any(${idArray(ids)})`)
  return new Map(rows.map(({ id, check_id }) => [id, check_id]))
}

/** What of a dispatch was not sent yet is not sent any more; what is under way may still arrive. */
export const dropDispatch = (tx: Tx, taskId: string): Promise<number> =>
  tx.run(sql`
    update deliveries
       set state = 'failed', ended_at = now(), reason_code = 'cancelled', reason = 'The dispatch was cancelled.'
     where tenant_id = ${tx.tenantId} and task_id = ${taskId} and state = 'pending'`)

/** The progress of a dispatch's deliveries. */
export interface Progress {
  readonly kind: string
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly subject: { readonly check_id: string }
  readonly reason_code: string | null
  readonly reason: string | null
  readonly outcome: { readonly outcome?: string } | null
  readonly is_paused: boolean
}

export const progressOf = (tx: Tx, taskId: string): Promise<Progress[]> =>
  tx.rows<Progress>(sql`
    select d.kind, d.state, d.payload -> 'subject' as subject, d.reason_code, d.reason, d.outcome,
           coalesce(i.paused_until > now(), false) or not i.enabled as is_paused
      from deliveries d
      join integrations i on i.tenant_id = d.tenant_id and i.id = d.integration_id
     where d.tenant_id = ${tx.tenantId} and d.task_id = ${taskId}
     order by d.id`)
