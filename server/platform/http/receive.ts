import { type AnyResource, oneDocument, type Row, unsupportedMediaType } from '@plumbline/jsonapi'
import type { Database, Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import { audited } from './audited.ts'
import type { Endpoint, Upload } from './endpoint.ts'
import { type About, asCaller, endpoint, readOne } from './endpoints.ts'

const fileOf = {
  'multipart/form-data': {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  },
}

/** What a handler is given to take a file with. */
export interface Received<X extends AnyResource> {
  readonly upload: Upload
  /** As he was before the first byte. */
  readonly caller: Caller
  readonly database: Database
  /**
   * Makes the row that the file is known by, in a transaction of its own. An upload takes up to an hour, so
   * the caller is read again: 401 or 403 when he may not send files any more.
   */
  readonly made: (work: (tx: Tx, caller: Caller) => Promise<Row<X>>) => Promise<Row<X>>
}

/** Takes a file in the field `file` of a multipart body: 202 with a row about it. */
export function receive<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: (asked: Received<X>) => Promise<Row<X>>,
): Endpoint {
  const { may } = about
  const shape = { kind: 'one', status: 202, resource, accepts: fileOf } as const
  return endpoint('POST', path, about, shape, async (exchange, identity) => {
    const { base, url, database, upload, mediaType = 'none' } = exchange
    const query = readOne(resource, exchange)
    const caller = await asCaller(exchange, identity, may, async (_tx, known) => known)
    if (!upload) throw unsupportedMediaType(mediaType)
    const change = { action: about.operationId, path, params: {}, type: resource.type }
    const made: Received<X>['made'] = (work) =>
      asCaller(exchange, identity, may, (tx, now) =>
        audited({ tx, caller: now, exchange }, change, () => work(tx, now)),
      )
    const leave = exchange.uploading.enter(caller.tenantId, 5)
    try {
      const row = await handler({ upload, caller, database, made })
      const document = oneDocument(resource, row, { query, base, url })
      return { status: 202, document, tenantId: caller.tenantId }
    } finally {
      leave()
    }
  })
}
