/** What follows a full scan: its integrations get what it found. */
import { compare, sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes } from '../versions/index.ts'
import type { Completed } from '../scans/index.ts'
import { queueDeliveries } from './delivery-store.ts'

/** Kinds of deliveries that are about a scan, by the types that get them. */
export const kindsAfterScan = {
  amazon_s3: 's3-files',
  aws_security_hub: 'hub-findings',
  slack: 'slack-message',
  splunk: 'splunk-events',
  syslog: 'syslog-events',
  teams: 'teams-card',
  webhook: 'webhook-event',
} as const

/** The payload of such a delivery. */
export interface ScanPayload {
  readonly subject: { readonly scan_id: string }
}

/** Queues the deliveries in the transaction that completes the scan. */
export const queueAfterScan: Completed = async (tx, { id: scan_id, provider_id }) => {
  const rows = await tx.rows<{ id: string; type: keyof typeof kindsAfterScan }>(sql`
    select i.id, i.integration_type as type
      from integration_providers a
      join integrations i on i.tenant_id = a.tenant_id and i.id = a.integration_id
     where a.tenant_id = ${tx.tenantId} and a.provider_id = ${provider_id} and i.enabled
       and ${compare(sql`i.integration_type`, { op: 'in', value: Object.keys(kindsAfterScan) })}`)
  const payload: ScanPayload = { subject: { scan_id } }
  await queueDeliveries(
    tx,
    rows.map(({ id, type }) => ({
      integration_id: id,
      provider_id,
      kind: kindsAfterScan[type],
      dedupe_key: scan_id,
      payload: { ...payload },
    })),
  )
}

/** The provider's newest full scan that completed. */
export const newestFullScan = async (tx: Tx, providerId: string): Promise<string | undefined> =>
  (
    await tx.maybe<{ id: string }>(sql`
      select s.id
        from scans s
       where s.tenant_id = ${tx.tenantId} and s.provider_id = ${providerId} and s.kind = ${kindCodes.full}
         and s.state = 'completed'
       order by s.seq desc
       limit 1`)
  )?.id
