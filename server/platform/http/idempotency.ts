/**
 * A POST with an `Idempotency-Key` has its effect once: a client that missed the response retries, and gets the first
 * response. The key is stored in the transaction of the effect, for a day; a refused request had no effect, stores no
 * key, and may be retried.
 */
import { Problem } from '@plumbline/jsonapi'
import { deleteSome, sql, type Tx } from '../db/index.ts'
import { newId } from '../ids.ts'
import type { Caller } from '../tenancy/index.ts'
import type { Vault } from '../vault/index.ts'
import type { Answer, Exchange } from './endpoint.ts'
import type { InCaller } from './route.ts'

interface Asked {
  readonly tx: Tx
  readonly caller: Caller
  readonly exchange: Exchange
  /** `POST /scans`. */
  readonly route: string
}

const source = { header: 'Idempotency-Key' }

/** Visible ASCII, at most 255 characters; without one nothing is stored. */
export function readKey({ idempotencyKey: key }: Exchange): string | undefined {
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const detail = 'An Idempotency-Key must have 1 to 255 visible ASCII characters without spaces.'
  throw new Problem(400, 'invalid', detail, { source })
}

const running = () =>
  new Problem(409, 'request_running', 'The first request with this key is still being processed.', {
    source,
    headers: { 'Retry-After': '1' },
  })
const reused = () =>
  new Problem(422, 'idempotency_key_reused', 'This key was already used for a different request.', {
    source,
  })

/**
 * What makes a request the same: the rows it names, its query and its body, and the kind of credential. A response to a
 * session, such as new tokens, must not be returned to a key of the same user. With a key that is not in the database,
 * because a body may carry a password.
 */
function digest(
  vault: Vault,
  { params, search, body }: Exchange,
  { by, credentialId, signedIn }: Caller,
): Buffer {
  const named = [params, search, by === 'key' ? credentialId : signedIn?.authMethod]
  const request = [Buffer.from(JSON.stringify(named)), body ?? Buffer.alloc(0)]
  return vault.mac('repeated requests', Buffer.concat(request))
}

const cell = (id: string) => ({ table: 'idempotency_keys', id, column: 'answer' })

/** A key is free again after a day, and so is one whose request ended with its process a minute ago. */
const free = sql`
  (k.inserted_at < now() - interval '24 hours'
   or (k.answer is null and k.inserted_at < now() - interval '1 minute'))`

/** Claims the key and returns the id of its row, or its response. Waits for a request that has just claimed it. */
async function claim(
  { tx, caller, exchange, route }: Asked,
  key: string,
  vault: Vault,
): Promise<string | Answer> {
  const request = digest(vault, exchange, caller)
  await deleteSome(tx, 'idempotency_keys', sql`inserted_at < now() - interval '24 hours'`)
  const mine = await tx.maybe<{ id: string }>(sql`
    insert into idempotency_keys as k (tenant_id, user_id, route, key, id, request)
    values (${tx.tenantId}, ${caller.userId}, ${route}, ${key}, ${newId()}, ${request})
        on conflict (tenant_id, user_id, route, key) do update
       set id = excluded.id, request = excluded.request, inserted_at = now(), answer = null
     where ${free}
    returning k.id`)
  if (mine) return mine.id
  const { id, answer, ...first } = await tx.single<{
    id: string
    request: Uint8Array
    answer: Uint8Array | null
  }>(sql`
    select k.id, k.request, k.answer
      from idempotency_keys k
     where k.tenant_id = ${tx.tenantId} and k.user_id = ${caller.userId} and k.route = ${route}
       and k.key = ${key}`)
  if (!request.equals(first.request)) throw reused()
  if (!answer) throw running()
  const plain = await vault.open(tx, cell(id), Buffer.from(answer))
  const stored = JSON.parse(plain.toString()) as Answer
  return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } }
}

/** Sealed: an answer may show what is shown once, such as a new key. */
async function store(tx: Tx, id: string, answer: Answer, vault: Vault): Promise<void> {
  const sealed = await vault.seal(tx, cell(id), Buffer.from(JSON.stringify(answer)))
  await tx.run(sql`
    update idempotency_keys set answer = ${sealed} where tenant_id = ${tx.tenantId} and id = ${id}`)
}

/**
 * Runs the work, or returns its stored response. `inCaller` opens the transaction of the work, which receives the row
 * of the key, if there is one.
 */
export async function once(
  inCaller: InCaller,
  request: Pick<Asked, 'exchange' | 'route'>,
  work: (row?: string) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request.exchange)
  const { vault } = request.exchange
  if (key === undefined || !vault) return work()
  const found = await inCaller((tx, caller) => claim({ tx, caller, ...request }, key, vault))
  if (typeof found !== 'string') return found
  const answer = await work(found)
  await inCaller((tx) => store(tx, found, answer, vault))
  return answer
}

/**
 * The same for work in separate transactions: `inCaller` opens the caller's tenant, before and after. A concurrent
 * request must wait meanwhile; if the process dies, for a minute.
 */
export const onceInParts: typeof once = (inCaller, request, work) =>
  once(inCaller, request, (id) =>
    work(id).catch(async (error: unknown) => {
      if (id !== undefined)
        await inCaller((tx) =>
          tx.run(sql`delete from idempotency_keys where tenant_id = ${tx.tenantId} and id = ${id}`),
        )
      throw error
    }),
  )
