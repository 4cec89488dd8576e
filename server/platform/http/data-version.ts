/** Entity tags of answers that follow a data version: an unchanged list is confirmed without being read. */
import type { Tx } from '../db/index.ts'
import { newId } from '../ids.ts'
import type { Caller } from '../tenancy/index.ts'
import { isKnown, tagOf } from './response.ts'
import type { Answer, Exchange } from './endpoint.ts'

interface Request {
  readonly tx: Tx
  readonly caller: Caller
  readonly query: {
    readonly filters: readonly {
      readonly name: string
      readonly op: string
      readonly value: unknown
    }[]
    readonly include: readonly string[]
  }
}

/** What the rows of an answer are read from, and the version of that. */
export interface Versioned<S> {
  readonly scope: S
  /**
   * Texts that change when anything that the response depends on is written or expires; null if unknown. They are read
   * before the rows, which may be newer than their version, never older.
   */
  readonly version: readonly string[] | null
}

export type ReadScope<S> = (request: Request) => Promise<Versioned<S>>

/** The document of `make`, or 304 if the client has this version. */
export async function unlessKnown<S>(
  exchange: Exchange,
  request: Request,
  readScope: ReadScope<S> | undefined,
  make: (scope: S) => Promise<unknown>,
): Promise<Answer> {
  const { tenantId } = request.tx
  const { scope, version } = (await readScope?.(request)) ?? { scope: undefined, version: null }
  const document = () => make(scope as S)
  if (version === null) return { status: 200, document: await document(), tenantId }
  const tag = tagOf(JSON.stringify([version, ...questionOf(exchange, request.caller)]))
  const { ifNoneMatch } = exchange
  // `*` is about any answer, which has to be made first: there may be none.
  if (ifNoneMatch?.trim() !== '*' && isKnown(ifNoneMatch, tag))
    return { status: 304, tag, tenantId }
  return { status: 200, document: await document(), tag, tenantId }
}

/** The same data may read otherwise after an upgrade, so a process confirms only what it answered itself. */
const answerer = newId()

/** What an answer depends on beside the data. */
const questionOf = (
  { base, url, search }: Exchange,
  { tenantId, granted, unlimitedVisibility }: Caller,
): readonly unknown[] => [answerer, tenantId, [...granted], unlimitedVisibility, base, url, search]
