/** Routes that answer with a file: one that is stored, one that is written while it is read, or the work that makes it. */
import { Readable } from 'node:stream'
import { type AnyResource, oneDocument, parseQuery, type Query } from '@plumbline/jsonapi'
import { type Task, tasks } from '../tasks/index.ts'
import type { About, Answer, Endpoint, Exchange, Route } from './endpoint.ts'
import { lostPlace, takePlace } from './places.ts'
import { type Context, endpoint } from './route.ts'

export type Download =
  /** It is being made: 202 with the task. */
  | { readonly task: Task }
  /** A temporary URL for the client: 302. */
  | { readonly link: string }
  | {
      readonly content: AsyncIterable<Uint8Array>
      readonly filename: string
      /** Where it is known before. */
      readonly bytes?: number
    }

type Asked = Pick<Context<unknown>, 'id' | 'params' | 'inCaller'>

interface Says extends About {
  /** The media type of the file. */
  readonly responseType: string
}

/** `resource` is whose `fields` and `include` clients send along; nothing of a file depends on them. */
export function download<X extends AnyResource>(
  resource: X,
  path: string,
  about: Says,
  handler: (asked: Asked) => Promise<Download>,
): Endpoint {
  const { responseType, refusals = [] } = about
  const route: Route = { method: 'GET', path, kind: 'one', status: 200, resource, responseType }
  const statuses = [202, 302, ...refusals]
  return endpoint<Query<X>>({ ...about, ...route, refusals: statuses }, async (context) => {
    const { exchange, identity, id, params, inCaller } = context
    const { tenantId } = identity
    const { leave, displaced } = takePlace(exchange.exporting, identity, exchange.address)
    let isSent = false
    try {
      const found = await handler({ id, params, inCaller })
      if ('task' in found) return { ...queued(found.task, exchange), tenantId }
      if ('link' in found) return { status: 302, headers: { Location: found.link }, tenantId }
      const stream = await streamOf(found.content, displaced)
      stream.once('close', leave)
      displaced.addEventListener('abort', () => stream.destroy(lostPlace()), { once: true })
      isSent = true
      return { status: 200, stream, headers: headersOf(found, responseType), tenantId }
    } finally {
      if (!isSent) leave()
    }
  })
}

function queued(task: Task, { base, url }: Exchange): Answer {
  const query = parseQuery(tasks, '', { list: false })
  const address = `${new URL(base).pathname}/tasks/${task.id}`
  const document = oneDocument(tasks, task, { query, base, url })
  return { status: 202, document, headers: { 'Content-Location': address } }
}

const headersOf = (
  { filename, bytes }: { readonly filename: string; readonly bytes?: number },
  mediaType: string,
): Readonly<Record<string, string>> => ({
  'Content-Type': mediaType + (mediaType.startsWith('text/') ? '; charset=utf-8' : ''),
  'Content-Disposition': `attachment; filename="${filename}"`,
  ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
})

/** The first piece is read before the answer begins: an error until then is still answered as a document. */
async function streamOf(
  content: AsyncIterable<Uint8Array>,
  displaced: AbortSignal,
): Promise<Readable> {
  const rest = content[Symbol.asyncIterator]()
  const first = await rest.next()
  if (displaced.aborted) {
    await rest.return?.()
    throw lostPlace()
  }
  const all = (async function* () {
    try {
      if (first.done) return
      yield first.value
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  })()
  return Readable.from(all, { objectMode: false, highWaterMark: 65_536 })
}
