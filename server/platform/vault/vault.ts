import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql, type Tx } from '../db/index.ts'
import { hashId, newId } from '../ids.ts'
import { type Cell, type Key, open, seal, sealedWith } from './seal.ts'

/** Seals what must not be readable from a dump: one data key per tenant, wrapped by the master key. */
export interface Vault {
  seal(tx: Tx, cell: Omit<Cell, 'tenantId'>, plain: Buffer): Promise<Buffer>
  open(tx: Tx, cell: Omit<Cell, 'tenantId'>, sealed: Buffer): Promise<Buffer>
  /** For what belongs to no tenant, such as the keys that sign tokens. */
  sealGlobal(cell: Omit<Cell, 'tenantId'>, plain: Buffer): Buffer
  openGlobal(cell: Omit<Cell, 'tenantId'>, sealed: Buffer): Buffer
  /**
   * With a separate key, derived from the master key for one purpose: for data that anonymous callers can have sealed,
   * so that their requests do not exhaust the master key's nonces.
   */
  derived(purpose: string): Pick<Vault, 'sealGlobal' | 'openGlobal'>
  /** HMAC-SHA-256 with such a key: a reader of a dump cannot find its input by trying values. */
  mac(purpose: string, data: Buffer): Buffer
}

/** Uses after which a data key is replaced: far below where random nonces could repeat. */
const maxUses = 2 ** 28

const keyCell = (tenantId: string, id: string): Cell => ({
  tenantId,
  table: 'tenant_keys',
  id,
  column: 'wrapped',
})

/** HKDF with SHA-256 (RFC 5869). The id reveals neither key. */
const derive = (master: Key, purpose: string): Key => ({
  id: hashId(['derived key', master.id, purpose]),
  bytes: Buffer.from(hkdfSync('sha256', master.bytes, '', `plumbline ${purpose}`, 32)),
})

const global = (cell: Omit<Cell, 'tenantId'>): Cell => ({ ...cell, tenantId: '' })
const withKey = (key: Key): Pick<Vault, 'sealGlobal' | 'openGlobal'> => ({
  sealGlobal: (cell, plain) => seal(key, global(cell), plain),
  openGlobal: (cell, sealed) => open(key, global(cell), Buffer.from(sealed)),
})

export function vault(master: Key): Vault {
  async function make(tx: Tx): Promise<Key> {
    const key = { id: newId(), bytes: randomBytes(32) }
    const wrapped = seal(master, keyCell(tx.tenantId, key.id), key.bytes)
    await tx.run(sql`
      insert into tenant_keys (tenant_id, id, wrapped, wrapping_key, uses)
      values (${tx.tenantId}, ${key.id}, ${wrapped}, ${master.id}, 1)`)
    return key
  }

  const unwrap = (tx: Tx, id: string, wrapped: Uint8Array): Key => ({
    id,
    bytes: open(master, keyCell(tx.tenantId, id), Buffer.from(wrapped)),
  })

  async function current(tx: Tx): Promise<Key> {
    const found = await tx.maybe<{ id: string; wrapped: Uint8Array }>(sql`
      update tenant_keys
         set uses = uses + 1
       where tenant_id = ${tx.tenantId}
         and id = (select k.id
                     from tenant_keys k
                    where k.tenant_id = ${tx.tenantId} and k.uses < ${maxUses}
                    order by k.id desc
                    limit 1)
      returning id, wrapped`)
    return found ? unwrap(tx, found.id, found.wrapped) : make(tx)
  }

  async function byId(tx: Tx, id: string): Promise<Key> {
    const found = await tx.maybe<{ wrapped: Uint8Array }>(sql`
      select wrapped from tenant_keys where tenant_id = ${tx.tenantId} and id = ${id}`)
    if (!found) throw new Error('The key of a sealed value was deleted.')
    return unwrap(tx, id, found.wrapped)
  }

  return {
    async seal(tx, cell, plain) {
      return seal(await current(tx), { ...cell, tenantId: tx.tenantId }, plain)
    },
    async open(tx, cell, sealed) {
      const bytes = Buffer.from(sealed)
      return open(await byId(tx, sealedWith(bytes)), { ...cell, tenantId: tx.tenantId }, bytes)
    },
    ...withKey(master),
    derived: (purpose) => withKey(derive(master, purpose)),
    mac: (purpose, data) =>
      createHmac('sha256', derive(master, purpose).bytes).update(data).digest(),
  }
}

/** Without its keys nothing that a tenant had sealed is read again, from no dump either. */
export const deleteKeys = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from tenant_keys where tenant_id = ${tx.tenantId}`)
