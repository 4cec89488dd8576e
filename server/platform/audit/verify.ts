/** Whether the events of a tenant are as they were written. */
import { createHash } from 'node:crypto'
import { type Database, sql, type Tx } from '../db/index.ts'
import { audit, type ChainKey, keyedHash, keyedText, unkeyedText } from './audit.ts'
import { auditHeads, type Head } from './heads.ts'

export interface Verdict {
  readonly events: number
  /** The number of the first event that is not as it was written. */
  readonly broken: number | null
  /** What is wrong with it, to follow its number. */
  readonly reason: string | null
}

interface Link {
  readonly sequence: number
  readonly hash: Uint8Array
  readonly key_id: string | null
  readonly text: string
}

const linksAtATime = 1_000

/** The links of the chain in their order, a batch a statement. */
async function* links(tx: Tx): AsyncGenerator<Link> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const batch = await tx.rows<Link>(sql`
      select e.sequence, e.hash, e.key_id,
             case when e.key_id is null then ${unkeyedText} else ${keyedText} end as text
        from audit_events e
       where e.tenant_id = ${tx.tenantId} and e.sequence > ${after}
       order by e.sequence
       limit ${linksAtATime}`)
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < linksAtATime) return
    after = last.sequence
  }
}

/** What is wrong with a link that follows `previous` as number `place`, if anything is. */
function fault(
  { sequence, hash, key_id, text }: Link,
  key: ChainKey,
  { previous, place, isKeyed }: { previous: Uint8Array; place: number; isKeyed: boolean },
): string | null {
  if (sequence !== place) return 'is missing'
  if (key_id === null) {
    if (isKeyed) return 'was written without the key, after events with the key'
    const right = createHash('sha256').update(previous).update(text).digest()
    return right.equals(hash) ? null : 'was changed after it was written'
  }
  if (key_id !== key.id) return 'was written with a key that does not match this ENCRYPTION_KEY'
  return keyedHash(key, previous, text).equals(hash) ? null : 'was changed after it was written'
}

interface Examined {
  readonly events: number
  readonly isKeyed: boolean
  readonly fault: { readonly broken: number; readonly reason: string } | undefined
}

/** Reads the whole chain of the transaction's tenant; whether it has to carry the key is for the caller. */
async function examine(tx: Tx, key: ChainKey, exported?: Head): Promise<Examined> {
  let previous: Uint8Array = Buffer.alloc(0)
  let events = 0
  let isKeyed = false
  let found: Examined['fault']
  const wrong = (broken: number, reason: string): void => void (found ??= { broken, reason })
  for await (const link of links(tx)) {
    events += 1
    const reason = found ? null : fault(link, key, { previous, place: events, isKeyed })
    if (reason) wrong(events, reason)
    isKeyed ||= link.key_id !== null
    previous = link.hash
    if (
      exported?.sequence === link.sequence &&
      !Buffer.from(exported.hash, 'hex').equals(link.hash)
    )
      wrong(link.sequence, 'does not match the exported head')
  }
  const head = await tx.maybe<{ sequence: number; hash: Uint8Array }>(sql`
    select h.sequence, h.hash from audit_heads h where h.tenant_id = ${tx.tenantId}`)
  const end = head?.sequence ?? 0
  if (end < events) wrong(end + 1, 'is after the end of the chain')
  else if (end > events) wrong(events + 1, 'is missing')
  else if (head && !Buffer.from(head.hash).equals(previous))
    wrong(events, 'is not the end of the chain')
  if (exported && exported.sequence > events)
    wrong(events + 1, `is missing: the exported head is event ${exported.sequence}`)
  return { events, isKeyed, fault: found }
}

/**
 * Whether the chain of the transaction's tenant is whole. `exported` is its last hash as stored outside the database:
 * without it, a chain truncated together with its stored hash looks whole.
 */
export async function verifyChain(tx: Tx, key: ChainKey, exported?: Head): Promise<Verdict> {
  const { events, isKeyed, fault: found } = await examine(tx, key, exported)
  if (found) return { events, ...found }
  if (isKeyed || events === 0) return { events, broken: null, reason: null }
  const reason =
    'and all events before it were written without the key, so they may have been rewritten'
  return { events, broken: events, reason }
}

/**
 * Puts an event with the key at the end of each chain that has none yet: from then on the events before it cannot be
 * changed either. It records their number and whether their chain was intact. Returns the tenants whose chain was not.
 */
export async function keyChains(database: Database, key: ChainKey): Promise<readonly string[]> {
  const broken: string[] = []
  for (const { tenant_id, isKeyed } of await auditHeads(database)) {
    if (isKeyed) continue
    await database.inTenant(tenant_id, async (tx) => {
      const head = await tx.maybe(sql`
        select from audit_heads h where h.tenant_id = ${tx.tenantId} and h.key_id is null for update`)
      if (!head) return // another process was first
      const { events, fault: found } = await examine(tx, key)
      if (found) broken.push(tx.tenantId)
      await audit(tx, {
        action: 'audit_chain_keyed',
        resourceType: 'audit-events',
        after: { events, unbroken: !found },
      })
    })
  }
  return broken
}
