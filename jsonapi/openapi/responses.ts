import type { Schema } from '../fields/index.ts'
import type { Operation } from './operation.ts'

export const mediaType = 'application/vnd.api+json'

export const reference = (kind: 'schemas' | 'responses', name: string): Schema => ({
  $ref: `#/components/${kind}/${name}`,
})

const meanings: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'A parameter or the body is not valid. Every problem is listed.'],
  401: ['Unauthenticated', 'The request has no credentials, or they are not valid.'],
  403: ['Forbidden', 'The caller does not have permission.'],
  404: ['NotFound', 'The resource does not exist or is not visible to the caller.'],
  405: ['MethodNotAllowed', 'The path does not support this method.'],
  406: ['NotAcceptable', 'The response is not available in an accepted media type.'],
  409: ['Conflict', 'The request conflicts with existing data, or has another type.'],
  410: ['Gone', 'The resource existed and has expired.'],
  413: ['TooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The media type of the body is not supported.'],
  422: ['KeyReused', 'The `Idempotency-Key` was already used for a different request.'],
  429: ['TooManyRequests', 'Too many requests. `Retry-After` has the number of seconds to wait.'],
  502: ['BadGateway', 'The external system rejected the credentials or a permission.'],
  503: ['Unavailable', 'Temporarily unavailable. `Retry-After` has the number of seconds to wait.'],
  507: ['NoSpace', 'The server does not have enough disk space.'],
}

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } }

/** The error responses every operation refers to. */
export const sharedResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(meanings).map(([status, [name, description]]) => [
    name,
    {
      description,
      ...((status === '429' || status === '503') && { headers: retryAfter }),
      content: { [mediaType]: { schema: reference('schemas', 'ErrorDocument') } },
    },
  ]),
)

/** `shown` and `task` are the names of the schemas of a row and of a task. */
export function response(
  operation: Operation,
  status: number,
  shown: string | undefined,
  task: string | undefined,
): Schema {
  const meaning = meanings[status]
  if (meaning) return reference('responses', meaning[0])
  if (status >= 400) throw new TypeError(`${operation.operationId}: no meaning for ${status}.`)
  if (status === 202 && task !== undefined) return queued(task)
  if (status === 204) return { description: 'Done.' }
  if (status === 304)
    return {
      description: 'The resource has not changed since the response with this `If-None-Match`.',
    }
  if (status >= 300) return redirect
  const { kind, responseType, exports = [] } = operation
  if (responseType !== undefined) {
    const content = [responseType, ...exports].map((type) => [type, { schema: sent(type) }])
    return { description: 'Sent.', content: Object.fromEntries(content) }
  }
  if (shown === undefined) return { description: 'Done.' }
  const description = status === 201 ? 'Created.' : 'Found.'
  return {
    description,
    content: {
      [mediaType]: { schema: documentSchema(operation, kind, shown) },
      ...Object.fromEntries(exports.map((type) => [type, whole(type)])),
    },
  }
}

const sent = (type: string): Schema =>
  type.endsWith('json')
    ? { type: 'object' }
    : { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) }

/** A file that is written while it is read. */
const whole = (type: string): Schema => ({
  schema: {
    description: 'The whole list without pages, selected by `Accept`.',
    ...(type.endsWith('+json') ? { type: 'array', items: { type: 'object' } } : { type: 'string' }),
  },
})

const redirect = {
  description: 'Elsewhere.',
  headers: { Location: { schema: { type: 'string', format: 'uri' } } },
}

const queued = (task: string): Schema => ({
  description: 'Queued. The task shows the progress.',
  headers: {
    'Content-Location': {
      description: 'URL of the task.',
      schema: { type: 'string', format: 'uri-reference' },
    },
  },
  content: {
    [mediaType]: {
      schema: {
        type: 'object',
        properties: { data: reference('schemas', task), meta: reference('schemas', 'Meta') },
        required: ['data', 'meta'],
      },
    },
  },
})

function documentSchema(operation: Operation, kind: Operation['kind'], shown: string): Schema {
  const row = reference('schemas', shown)
  const paged = kind === 'list' && operation.resource?.unpaged !== true
  const included = (operation.resource?.include.size ?? 0) > 0
  return {
    type: 'object',
    properties: {
      ...(paged && { links: reference('schemas', 'PageLinks') }),
      data: kind === 'list' ? { type: 'array', items: row } : row,
      ...(included && { included: { type: 'array', items: reference('schemas', 'Included') } }),
      meta: reference('schemas', paged ? 'PageMeta' : 'Meta'),
    },
    required: ['data', 'meta'],
  }
}
