/** The accounts of a file: whether its sender sees them, and the scans that they become. */
import { Problem } from '@plumbline/jsonapi'
import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { seesAll, visible } from '../../platform/tenancy/index.ts'
import { ensureProvider, knownUid } from '../providers/index.ts'
import { insertScan } from '../scans/index.ts'
import type { ReadSummary } from './reader-thread.ts'
import type { importScan } from './recorder.ts'
import type { ReadIngestion } from './store.ts'

/** As a name may be: 3 to 100 characters. */
const scanName = (file: string): string => `Import of ${file}`.slice(0, 100)
const aliasOf = (name: string | undefined): string | null =>
  name !== undefined && name.length >= 3 && name.length <= 100 ? name : null

type Sender = Pick<ReadIngestion, 'user_id' | 'sees_all'>

export const hidden = {
  code: 'permission_denied',
  detail:
    'Your roles do not show this account. Only a role with unlimited visibility may import an account that is not connected.',
} as const

/**
 * Whether the sender of a file sees an account, by their roles as they are now. One that is not connected is like one
 * that they do not see, so that no file tells which accounts are connected.
 */
export async function seenBy(
  tx: Tx,
  { user_id: userId, sees_all }: Sender,
  { provider, uid }: { readonly provider: string; readonly uid: string },
): Promise<boolean> {
  const unlimitedVisibility = sees_all && (await seesAll(tx, userId))
  if (unlimitedVisibility) return true
  const sender = { tenantId: tx.tenantId, userId, unlimitedVisibility }
  const seen = await tx.maybe(sql`
    select 1
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.provider = ${provider} and p.uid = ${uid}
       and p.deleted_at is null and ${visible(sender, sql`p.id`)}`)
  return seen !== undefined
}

/** A scan for each account of the file, in the transaction that ends the reading. Gives their ids. */
export async function beginScans(
  tx: Tx,
  record: ReturnType<typeof importScan>,
  ingestion: ReadIngestion,
  { accounts, file }: { accounts: ReadSummary['accounts']; file: string },
): Promise<string[]> {
  const { id: ingestionId, file_name, user_id } = ingestion
  const scanIds: string[] = []
  for (const [part, { provider, uid, name, ...read }] of accounts.entries()) {
    const account = knownUid(provider, uid)
    if (!account) throw new Error('An account was read that is none.')
    // Reading took a while: the account may be out of the sender's sight by now.
    if (!(await seenBy(tx, ingestion, account))) throw new Problem(403, hidden.code, hidden.detail)
    const { id: provider_id } = await ensureProvider(tx, { ...account, alias: aliasOf(name) })
    const [id, task_id] = [newId(), newId()]
    await insertScan(tx, {
      id,
      provider_id,
      task_id,
      name: scanName(file_name),
      kind: 'import',
      trigger: 'imported',
      resource_uids: null,
    })
    await tx.run(sql`
      insert into ingestion_scans (
        tenant_id, scan_id, ingestion_id, part, records, oldest_at, file, position, ends_at)
      values (${tx.tenantId}, ${id}, ${ingestionId}, ${part}, ${read.records},
              least(to_timestamp(${read.oldest / 1_000}::float8), now()), ${file},
              ${read.from}::float8::bigint, ${read.until}::float8::bigint)`)
    await tx.run(sql`
      insert into ingestion_units (tenant_id, scan_id, unit, number, records, checks)
      select ${tx.tenantId}::uuid, ${id}::uuid, r.name, r.number, r.records, r.checks
        from ${rowTable(read.units, 'r', 'name text, number int, records int, checks jsonb')}`)
    const task_args = { scan_id: id, provider_id, ingestion_id: ingestionId }
    await record.enqueue(tx, { scan_id: id }, { id: task_id, provider_id, user_id, task_args })
    scanIds.push(id)
  }
  await tx.run(sql`
    update ingestions
       set state = 'recording', ended_at = now()
     where tenant_id = ${tx.tenantId} and id = ${ingestionId}`)
  return scanIds
}
