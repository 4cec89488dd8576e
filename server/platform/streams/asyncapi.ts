// The AsyncAPI 3 document: which streams there are, where, and what comes over them. It is read off the
// definitions that the streams themselves run on, so it cannot lag behind.

import { parseQuery, resource } from '@plumbline/jsonapi'
import { closeCodes, type FieldSchema } from '@plumbline/sse'
import { type Endpoint, streamsSince } from '../http/index.ts'
import type { StreamAbout } from './streams.ts'

export interface MountedStream {
  /** `/scans/:id/event-stream`. */
  readonly path: string
  readonly about: StreamAbout
}

interface Message {
  readonly name: string
  readonly summary?: string
  readonly contentType: 'application/json'
  readonly payload: object
}
const ref = (...path: readonly string[]): { $ref: string } => ({
  $ref: `#/${path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
})

/** The event that the platform sends on every stream before closing it. */
const closing: Message = {
  name: 'stream.error',
  summary:
    'The reason why the server ends the stream. A `retry:` field follows, and then the stream ends.',
  contentType: 'application/json',
  payload: objectOf({
    code: { type: 'string', enum: closeCodes },
    detail: { type: 'string' },
  }),
}

function objectOf(properties: Readonly<Record<string, FieldSchema>>): object {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function messagesOf({ about }: MountedStream): Record<string, Message> {
  const own = Object.entries(about.stream.events).map(([name, fields]): [string, Message] => {
    const properties = Object.entries(fields).map(([field, { schema }]) => [field, schema] as const)
    const payload = objectOf(Object.fromEntries(properties))
    return [name, { name, contentType: 'application/json', payload }]
  })
  return { ...Object.fromEntries(own), [closing.name]: closing }
}

/** `/scans/:id/event-stream` as AsyncAPI writes it, and the names in it. */
function addressOf(path: string): { address: string; parameters: Record<string, object> } {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  return {
    address: path.replaceAll(/:([a-z_]+)/g, '{$1}'),
    parameters: Object.fromEntries(
      names.map((name) => [name, { description: 'A UUID as returned by the API.' }]),
    ),
  }
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  key: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key: `Api-Key pk_…`.',
  },
  query: {
    type: 'httpApiKey',
    in: 'query',
    name: 'access_token',
    description:
      'A token, only for the EventSource of browsers, which cannot set headers. A header takes precedence.',
  },
} as const

/** The document. `base` is where the API is: `https://host/api/v1`. */
export function asyncapi(version: string, base: string, mounted: readonly MountedStream[]): object {
  const { protocol, host, pathname } = new URL(base)
  const channels = mounted.map((stream) => {
    const { prefix } = stream.about.stream
    const messages = Object.keys(messagesOf(stream)).map((name) => [
      name,
      ref('components', 'messages', `${prefix}.${name}`),
    ])
    const { address, parameters } = addressOf(stream.path)
    const channel = {
      address,
      summary: stream.about.summary,
      servers: [ref('servers', 'api')],
      parameters,
      messages: Object.fromEntries(messages),
      tags: [{ name: stream.about.tag }],
    }
    return [prefix, channel] as const
  })
  const operations = mounted.map(({ about: { stream, operationId, summary } }) => {
    const operation = {
      action: 'send',
      channel: ref('channels', stream.prefix),
      summary,
      security: Object.keys(securitySchemes).map((name) =>
        ref('components', 'securitySchemes', name),
      ),
      bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
    }
    return [operationId, operation] as const
  })
  const messages = mounted.flatMap((stream) =>
    Object.entries(messagesOf(stream)).map(
      ([name, message]) => [`${stream.about.stream.prefix}.${name}`, message] as const,
    ),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plumbline event streams',
      version,
      description:
        `Server-Sent Events (text/event-stream), since ${streamsSince} of the public contract. Events are not replayed. After reconnecting, a client fetches ` +
        'the resource first, with the ID in the last event.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { api: { host, pathname, protocol: protocol.slice(0, -1) } },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: { messages: Object.fromEntries(messages), securitySchemes },
  }
}

const nothing = resource('none', { attributes: {} })

/** Public: it contains the same as the documentation. */
export const documentEndpoint = (version: string, mounted: readonly MountedStream[]): Endpoint => ({
  method: 'GET',
  path: '/asyncapi.json',
  may: 'anonymous',
  summary: 'Get the AsyncAPI document of the event streams',
  tag: 'Event streams',
  operationId: 'asyncapi_retrieve',
  kind: 'none',
  status: 200,
  responseType: 'application/json',
  async run({ base, search }) {
    parseQuery(nothing, search, { list: false })
    const document = asyncapi(version, base, mounted)
    return { status: 200, document, headers: { 'Content-Type': 'application/json' } }
  },
})
