/** The accounts of a file: whether its sender sees them, and the scans that begin for them. */
import { Problem, plainName } from '@plumbline/jsonapi'
import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { seesAll, visible } from '../../platform/tenancy/index.ts'
import { ensureProvider, knownUid } from '../providers/index.ts'
import { insertScan } from '../scans/index.ts'
import type { StoredAccount } from './reader-thread.ts'
import { importScan } from './import-scan.ts'
import { lineSplitter } from './sort-lines.ts'
import type { ReadIngestion } from './store.ts'

/** As a name may be: 3 to 100 characters. */
const scanName = (file: string): string => `Import of ${file}`.slice(0, 100)
function aliasOf(written = ''): string | null {
  const name = plainName(written).trim()
  return name.length >= 3 && name.length <= 100 ? name : null
}

type Sender = Pick<ReadIngestion, 'user_id' | 'sees_all'>

export const hidden = {
  code: 'permission_denied',
  detail:
    'This account is not visible to your roles. Importing an account that is not connected requires a role with unlimited visibility.',
} as const

/**
 * Whether the sender of a file sees an account, by their roles as they are now. An unconnected account is treated like
 * an invisible one, so that a file cannot reveal which accounts are connected.
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

/** Accounts whose scans begin in one transaction. */
interface AccountBatch {
  readonly accounts: readonly StoredAccount[]
  /** Where the next one begins in the accounts file. */
  readonly until: number
}

/**
 * Started by one transaction, unless a single account has more. It occupies the only session of the embedded database:
 * an account took 3 ms and 100 kB of units 35 ms (2026-11-27).
 */
const mostAccounts = 20
const mostBytes = 200_000

/** The accounts of an accounts file behind a position, in batches. */
export async function* accountBatches(
  content: AsyncIterable<Buffer>,
  position: number,
): AsyncGenerator<AccountBatch> {
  const split = lineSplitter()
  let accounts: StoredAccount[] = []
  let [from, until] = [position, position]
  for await (const chunk of content)
    for (const line of split(chunk)) {
      const isFull = accounts.length >= mostAccounts || until + line.length - from > mostBytes
      if (accounts.length > 0 && isFull) {
        yield { accounts, until }
        accounts = []
        from = until
      }
      accounts.push(JSON.parse(line.toString()) as StoredAccount)
      until += line.length
    }
  if (accounts.length > 0) yield { accounts, until }
}

/** Begins a scan for each of the accounts. */
export async function beginScans(
  tx: Tx,
  ingestion: Pick<ReadIngestion, 'id' | 'file_name' | 'user_id' | 'sees_all'>,
  { accounts, file }: { accounts: readonly StoredAccount[]; file: string },
): Promise<void> {
  const { id: ingestionId, file_name, user_id } = ingestion
  for (const { part, provider, uid, name, ...read } of accounts) {
    const account = knownUid(provider, uid)
    if (!account) throw new Error('Unexpected account record.')
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
    await importScan.enqueue(tx, { scan_id: id }, { id: task_id, provider_id, user_id, task_args })
  }
}
