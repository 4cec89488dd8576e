/** Entity tags of answers that follow a data version: an unchanged list is confirmed without being read. */
import type { Tx } from '../db/index.ts'
import { newId } from '../ids.ts'
import type { Caller } from '../tenancy/index.ts'
import { isKnown, tagOf } from './response.ts'
import type { Answer, Exchange } from './endpoint.ts'

interface Asked {
  readonly tx: Tx
  readonly caller: Caller
  readonly query: {
    readonly filters: readonly { readonly name: string }[]
    readonly include: readonly string[]
  }
}

/**
 * A text that changes when anything that the response depends on is written or expires; null if unknown. It is read
 * before the rows, which may be newer than their version, never older.
 */
export type DataVersion = (asked: Asked) => Promise<string | null>

/** The document of `make`, or 304 if the client has this version. */
export async function unlessKnown(
  exchange: Exchange,
  asked: Asked,
  version: DataVersion | undefined,
  make: () => Promise<unknown>,
): Promise<Answer> {
  const { tenantId } = asked.tx
  const now = (await version?.(asked)) ?? null
  if (now === null) return { status: 200, document: await make(), tenantId }
  const tag = tagOf(JSON.stringify([now, ...questionOf(exchange, asked.caller)]))
  const { ifNoneMatch } = exchange
  // `*` is about any answer, which has to be made first: there may be none.
  if (ifNoneMatch?.trim() !== '*' && isKnown(ifNoneMatch, tag))
    return { status: 304, tag, tenantId }
  return { status: 200, document: await make(), tag, tenantId }
}

/** The same data may read otherwise after an upgrade, so a process confirms only what it answered itself. */
const answerer = newId()

/** What an answer depends on beside the data. */
const questionOf = (
  { base, url, search }: Exchange,
  { tenantId, granted, unlimitedVisibility }: Caller,
): readonly unknown[] => [answerer, tenantId, [...granted], unlimitedVisibility, base, url, search]
