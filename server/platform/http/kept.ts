/**
 * Answers that are asked for again and again, kept as bytes for as long as they hold. A route whose answers
 * have a stamp gives it before it reads a row: what is read later is no older, so an answer never holds
 * longer than its stamp says.
 */
import { createHash } from 'node:crypto'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import { bytesOf, jsonApi, tagOf } from './response.ts'
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
  /** Undefined: some of its rows have no versions. Nobody else is given such an answer. */
  readonly included: readonly Included[] | undefined
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
  readonly #making = new Map<string, Promise<Kept>>()
  #bytes = 0

  find(key: string): Kept | undefined {
    const answer = this.#answers.get(key)
    if (answer) {
      this.#answers.delete(key)
      this.#answers.set(key, answer) // now the newest
    }
    return answer
  }

  /** What somebody else is making of the same question and stamp; undefined when nobody is. */
  making(key: string, stamp: string): Promise<Kept | undefined> | undefined {
    return this.#making.get(`${key} ${stamp}`)?.catch(() => undefined)
  }

  /** Makes an answer that others may wait for, and keeps it. */
  async make(key: string, stamp: string, work: () => Promise<Kept>): Promise<Kept> {
    const name = `${key} ${stamp}`
    const making = work()
    this.#making.set(name, making)
    try {
      const answer = await making
      this.keep(key, answer)
      return answer
    } finally {
      if (this.#making.get(name) === making) this.#making.delete(name)
    }
  }

  keep(key: string, answer: Kept): void {
    this.#forget(key)
    if (!answer.included || answer.body.length > mostBytesOfOne) return
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

/** Whether what an answer includes is as it was. */
async function areSame(tx: Tx, { included }: Kept): Promise<boolean> {
  if (!included) return false
  const now = await Promise.all(included.map(({ versionsOf, ids }) => versionsOf(tx, ids)))
  return included.every(({ versions }, at) => versions === now[at])
}

const asAnswer = ({ body, tag }: Kept, tenantId: string): Answer => ({
  status: 200,
  body,
  tag,
  headers: { 'Content-Type': jsonApi },
  tenantId,
})

/** The document that `make` gives, or the one that it gave when nothing in it was different. */
export async function kept(
  exchange: Exchange,
  { tx, caller, filters }: Seen,
  stamp: Stamp | undefined,
  make: (loaders: Loaders) => Promise<unknown>,
): Promise<Answer> {
  const { tenantId } = tx
  if (!stamp) return { status: 200, document: await make(exchange.loaders), tenantId }
  const answers = exchange.kept
  const key = keyOf(exchange, caller)
  const known = answers.find(key)
  const [now, isSame] = await Promise.all([
    stamp(tx, caller, filters),
    known ? areSame(tx, known) : false,
  ])
  if (now === null) return { status: 200, document: await make(exchange.loaders), tenantId }
  if (known && known.stamp === now && isSame) return asAnswer(known, tenantId)
  const making = answers.making(key, now)
  const other = making && (await making)
  if (other && (await areSame(tx, other))) return asAnswer(other, tenantId)
  const answer = await answers.make(key, now, async () => {
    const { loaders, included } = noting(exchange.loaders)
    const body = bytesOf(await make(loaders))
    return { stamp: now, included: included(), body, tag: tagOf(body) }
  })
  return asAnswer(answer, tenantId)
}
