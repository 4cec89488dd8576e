/** Credentials of integrations: sealed when they are written, opened for one piece of work, never shown. */
import { type AuditEvent, audit } from '../../platform/audit/index.ts'
import { type Sql, sql, type Tx } from '../../platform/db/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { type Account, openAccount } from '../providers/index.ts'
import type { TypeName } from './types.ts'

type Values = Readonly<Record<string, unknown>>

const cell = (id: string) => ({ table: 'integration_secrets', id, column: 'sealed' })

export async function seal(tx: Tx, vault: Vault, id: string, credentials: Values): Promise<void> {
  const sealed = await vault.seal(tx, cell(id), Buffer.from(JSON.stringify(credentials)))
  await tx.run(sql`
    insert into integration_secrets (tenant_id, integration_id, sealed)
    values (${tx.tenantId}, ${id}, ${sealed})
    on conflict (tenant_id, integration_id) do update
       set sealed = excluded.sealed, updated_at = now()`)
}

/** An integration with all that is needed to call its target. */
export interface Opened {
  readonly tenantId: string
  readonly id: string
  readonly integration_type: TypeName
  readonly configuration: Values
  readonly learned: Values
  readonly credentials: Values
  /** The provider that it belongs to, with the provider's own secret where the integration has none. */
  readonly account: Account | null
}

/** What credentials are opened for. The event is written before they are returned. */
export interface Opening {
  readonly why: Omit<AuditEvent, 'resourceType' | 'resourceId'>
  /** SQL of the lease of the work, for a secret of the provider `p.id`. */
  readonly held: Sql
  readonly work: { readonly name: string; readonly taskId: string }
}

interface Found extends Omit<Opened, 'tenantId' | 'credentials' | 'account'> {
  readonly provider_id: string | null
  readonly provider: Account['provider'] | null
  readonly uid: string | null
  readonly sealed: Uint8Array | null
}

/** `undefined` when it was deleted, or the provider that it belongs to. */
export async function open(
  tx: Tx,
  vault: Vault,
  id: string,
  { why, held, work }: Opening,
): Promise<Opened | undefined> {
  const found = await tx.maybe<Found>(sql`
    select i.id, i.integration_type, i.configuration, i.learned, i.provider_id, p.provider, p.uid, s.sealed
      from integrations i
      left join integration_secrets s on s.tenant_id = i.tenant_id and s.integration_id = i.id
      left join providers p on p.tenant_id = i.tenant_id and p.id = i.provider_id and p.deleted_at is null
     where i.tenant_id = ${tx.tenantId} and i.id = ${id}
       and (i.provider_id is null or p.id is not null)`)
  if (!found) return undefined
  const { provider_id, provider, uid, sealed, ...integration } = found
  if (sealed) await audit(tx, { ...why, resourceType: 'integrations', resourceId: id })
  const plain = sealed && (await vault.open(tx, cell(id), Buffer.from(sealed)))
  const credentials = plain ? (JSON.parse(plain.toString()) as Values) : {}
  const { tenantId } = tx
  if (!provider_id || !provider || uid === null)
    return { ...integration, tenantId, credentials, account: null }
  // Without credentials, it uses those of its provider.
  const account = Object.keys(credentials).length
    ? { tenantId, provider, uid, secret: credentials }
    : await openAccount(tx, vault, { providerId: provider_id, held, work })
  return account && { ...integration, tenantId, credentials, account }
}
