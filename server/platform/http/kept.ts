/**
 * Answers that are asked for again and again, kept as bytes for as long as they hold. A route whose answers
 * have a stamp gives it before it reads a row: what is read later is no older, so an answer never holds
 * longer than its stamp says.
 */
import { createHash } from 'node:crypto'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import { bytesOf, jsonApi, tagOf } from './body.ts'
import type { Answer, Exchange } from './endpoint.ts'
import type { Loader, Loaders, VersionsOf } from './includes.ts'

/**
 * Text that is another one when anything that the answer shows or leaves out was written, or has come to its
 * time; null where nothing tells.
 */
export type Stamp = (tx: Tx, caller: Caller, filters: Seen['filters']) => Promise<string | null>

interface Seen {
  readonly tx: Tx
  readonly caller: Caller
  readonly filters: readonly { readonly name: string }[]
}

/** Included rows that may change under the same stamp: how their versions are told, and what they were. */
interface Included {
  readonly versionsOf: VersionsOf
  readonly ids: readonly string[]
  readonly versions: string
}

interface Kept {
  readonly stamp: string
  readonly included: readonly Included[]
  readonly body: Buffer
  readonly tag: string
}

const mostBytes = 32 * 2 ** 20
const mostBytesOfOne = 2 ** 20
/** Of an answer beside its body: key, stamp, what it includes. */
const besides = 2_048

const bytesKept = ({ body }: Kept): number => body.length + besides

/** What one process keeps: the answers that were asked for last. */
export class KeptAnswers {
  readonly #answers = new Map<string, Kept>()
  #bytes = 0

  find(key: string): Kept | undefined {
    const answer = this.#answers.get(key)
    if (answer) {
      this.#answers.delete(key)
      this.#answers.set(key, answer) // now the newest
    }
    return answer
  }

  keep(key: string, answer: Kept): void {
    this.#forget(key)
    if (answer.body.length > mostBytesOfOne) return
    this.#answers.set(key, answer)
    this.#bytes += bytesKept(answer)
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= mostBytes) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const answer = this.#answers.get(key)
    if (!answer) return
    this.#answers.delete(key)
    this.#bytes -= bytesKept(answer)
  }
}

/** Whoever has other rights may be shown other things; what he sees of providers is in the stamp. */
const keyOf = ({ base, url, search }: Exchange, caller: Caller): string =>
  createHash('sha256')
    .update(
      JSON.stringify([caller.tenantId, [...caller.granted], caller.unlimitedVisibility, base, url]),
    )
    .update(search)
    .digest('base64')

/** Loaders that note the versions of what they read, before they read it; `undefined`: some has none. */
function noting(loaders: Loaders): {
  readonly loaders: Loaders
  readonly included: () => readonly Included[] | undefined
} {
  const included: Included[] = []
  let isWhole = true
  const noted = (loader: Loader): Loader => ({
    ...loader,
    async byIds(tx, ids, caller) {
      const { versions } = loader
      if (typeof versions !== 'function') {
        isWhole &&= versions === 'stamped'
        return loader.byIds(tx, ids, caller)
      }
      const [before, rows] = await Promise.all([versions(tx, ids), loader.byIds(tx, ids, caller)])
      included.push({ versionsOf: versions, ids, versions: before })
      return rows
    },
  })
  return {
    loaders: new Map([...loaders].map(([type, loader]) => [type, noted(loader)])),
    included: () => (isWhole ? included : undefined),
  }
}

const holds = async (tx: Tx, { versionsOf, ids, versions }: Included): Promise<boolean> =>
  (await versionsOf(tx, ids)) === versions

/** The document that `make` gives, or the one that it gave when nothing in it was different. */
export async function kept(
  exchange: Exchange,
  { tx, caller, filters }: Seen,
  stamp: Stamp | undefined,
  make: (loaders: Loaders) => Promise<unknown>,
): Promise<Answer> {
  const { tenantId } = tx
  if (!stamp) return { status: 200, document: await make(exchange.loaders), tenantId }
  const key = keyOf(exchange, caller)
  const known = exchange.kept.find(key)
  const [now, ...same] = await Promise.all([
    stamp(tx, caller, filters),
    ...(known?.included ?? []).map((one) => holds(tx, one)),
  ])
  const headers = { 'Content-Type': jsonApi }
  if (known && known.stamp === now && same.every(Boolean)) {
    return { status: 200, body: known.body, tag: known.tag, headers, tenantId }
  }
  const { loaders, included } = noting(exchange.loaders)
  const body = bytesOf(await make(loaders))
  const answer = { body, tag: tagOf(body) }
  const others = included()
  if (now !== null && others) exchange.kept.keep(key, { ...answer, stamp: now, included: others })
  return { status: 200, ...answer, headers, tenantId }
}
