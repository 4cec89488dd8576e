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

/**
 * Takes a file in the field `file` of a multipart body: 202 with a row about it. Rights are read before
 * the first byte; the handler reads the file and opens what it needs after that.
 */
export function receive<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: (asked: {
    readonly upload: Upload
    readonly caller: Caller
    readonly database: Database
    /** Makes the row that the file is known by, in a transaction of its own. */
    readonly made: (work: (tx: Tx) => Promise<Row<X>>) => Promise<Row<X>>
  }) => Promise<Row<X>>,
): Endpoint {
  const shape = { kind: 'one', status: 202, resource, accepts: fileOf } as const
  return endpoint('POST', path, about, shape, async (exchange, identity) => {
    const { base, url, database, upload, mediaType = 'none' } = exchange
    const query = readOne(resource, exchange)
    const caller = await asCaller(exchange, identity, about.may, async (_tx, known) => known)
    if (!upload) throw unsupportedMediaType(mediaType)
    const change = { action: about.operationId, path, params: {}, type: resource.type }
    const made = (work: (tx: Tx) => Promise<Row<X>>): Promise<Row<X>> =>
      database.inTenant(caller.tenantId, (tx) =>
        audited({ tx, caller, exchange }, change, () => work(tx)),
      )
    const row = await handler({ upload, caller, database, made })
    const document = oneDocument(resource, row, { query, base, url })
    return { status: 202, document, tenantId: caller.tenantId }
  })
}
