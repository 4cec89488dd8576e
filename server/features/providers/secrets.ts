import type { Query } from '@plumbline/jsonapi'
import { type AuditEvent, audit } from '../../platform/audit/index.ts'
import {
  columnsOf,
  contains,
  type Page,
  pageOf,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { ProviderType } from './names.ts'
import { type ProviderSecret, providerSecrets } from './resource.ts'

const columns = columnsOf(providerSecrets, 's', {
  search: ({ value }) => contains(value, sql`s.name`),
})
const fields = sql`s.id, s.inserted_at, s.updated_at, s.name, s.secret_type, s.provider_id as provider`

const from = sql`
  provider_secrets s
  join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null`
const there = (tx: Tx, caller: Caller): Sql =>
  sql`s.tenant_id = ${tx.tenantId} and ${visible(caller, sql`s.provider_id`)}`

export function secretPage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof providerSecrets>,
): Promise<Page<ProviderSecret>> {
  return pageOf(tx, query, columns, { select: fields, from, where: there(tx, caller) })
}

export const secretById = (
  tx: Tx,
  id: string,
  caller: Caller,
): Promise<ProviderSecret | undefined> =>
  tx.maybe<ProviderSecret>(sql`
    select ${fields}
      from ${from}
     where ${there(tx, caller)} and s.id = ${id}`)

const cell = (id: string) => ({ table: 'provider_secrets', id, column: 'sealed' })

export async function insertSecret(
  tx: Tx,
  vault: Vault,
  {
    provider,
    name,
    secret_type,
    secret,
  }: { provider: string; name: string | null; secret_type: string; secret: object },
): Promise<string> {
  const id = newId()
  const sealed = await vault.seal(tx, cell(id), Buffer.from(JSON.stringify(secret)))
  await tx.run(sql`
    insert into provider_secrets (tenant_id, id, provider_id, name, secret_type, sealed)
    values (${tx.tenantId}, ${id}, ${provider}, ${name}, ${secret_type}, ${sealed})`)
  return id
}

export async function changeSecret(
  tx: Tx,
  vault: Vault,
  id: string,
  change: { name?: string | null; secret_type?: string; secret?: object },
): Promise<void> {
  const { name, secret_type = null, secret } = change
  const sealed = secret ? await vault.seal(tx, cell(id), Buffer.from(JSON.stringify(secret))) : null
  await tx.run(sql`
    update provider_secrets
       set name = case when ${name !== undefined} then ${name ?? null} else name end,
           secret_type = coalesce(${secret_type}, secret_type),
           sealed = coalesce(${sealed}::bytea, sealed),
           updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)
}

export const deleteSecret = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`delete from provider_secrets where tenant_id = ${tx.tenantId} and id = ${id}`)

/** An account with its open secret. */
export interface Account {
  readonly tenantId: string
  readonly provider: ProviderType
  readonly uid: string
  readonly secret: unknown
}

/** What a secret is opened for, as the audit log records it. */
export interface Work {
  /** The name of its task: `scan-perform`. */
  readonly name: string
  readonly taskId: string
}

/** The caller requested a secret without holding work about its provider. */
export class NotHeld extends Error {
  override name = 'NotHeld'
}

interface Found {
  readonly provider: ProviderType
  readonly uid: string
  readonly may: boolean
  readonly id: string | null
  readonly sealed: Uint8Array | null
}

/** A provider `p` with its closed secret, and whether `may` is true for it. */
const closedAccount = (tx: Tx, providerId: string, may: Sql): Promise<Found | undefined> =>
  tx.maybe<Found>(sql`
    select p.provider, p.uid, ${may} as may, s.id, s.sealed
      from providers p
      left join provider_secrets s on s.tenant_id = p.tenant_id and s.provider_id = p.id
     where p.tenant_id = ${tx.tenantId} and p.id = ${providerId} and p.deleted_at is null`)

/** Audits the reason in the transaction of the opening: no caller gets the secret before that is stored. */
async function opened(
  tx: Tx,
  vault: Vault,
  { provider, uid, id, sealed }: Found,
  why: Omit<AuditEvent, 'resourceType' | 'resourceId'>,
): Promise<Account> {
  const { tenantId } = tx
  if (!id || !sealed) return { tenantId, provider, uid, secret: null }
  await audit(tx, { ...why, resourceType: 'provider-secrets', resourceId: id })
  const plain = await vault.open(tx, cell(id), Buffer.from(sealed))
  return { tenantId, provider, uid, secret: JSON.parse(plain.toString()) as unknown }
}

/**
 * Opens an account only for the work that is about it. `held` is the SQL of the lease of the work: a running task or
 * scan of the provider `p.id`. Throws NotHeld without it; `undefined` if the provider was deleted.
 */
export async function openAccount(
  tx: Tx,
  vault: Vault,
  { providerId, held, work }: { providerId: string; held: Sql; work: Work },
): Promise<Account | undefined> {
  const found = await closedAccount(tx, providerId, held)
  if (found && !found.may) throw new NotHeld(`No running work holds the provider ${providerId}.`)
  return (
    found &&
    opened(tx, vault, found, {
      action: work.name,
      after: { opened_for: { task: work.taskId, provider: providerId } },
    })
  )
}

/** A request that waits for an answer of the account itself. */
export interface Asking {
  /** As the API's description names it: `resources_events_list`. */
  readonly operation: string
  readonly requestId: string
  /** What the request is about, by row names. */
  readonly about: Readonly<Record<string, string>>
}

/**
 * Opens an account for a user's request; `undefined` if the caller cannot see it. The event names the user, the
 * credential and the request.
 */
export async function openAccountFor(
  tx: Tx,
  vault: Vault,
  caller: Caller,
  { providerId, asking }: { providerId: string; asking: Asking },
): Promise<Account | undefined> {
  const found = await closedAccount(tx, providerId, visible(caller, sql`p.id`))
  if (!found?.may) return undefined
  return opened(tx, vault, found, {
    actorId: caller.userId,
    credentialId: caller.credentialId,
    action: asking.operation,
    after: { opened_for: { ...asking.about, provider: providerId } },
    requestId: asking.requestId,
  })
}
