import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  boolean,
  defineEventStream,
  type Field,
  integer,
  nullable,
  number,
  oneOf,
  text,
  timestamp,
  uuid,
} from '@plumbline/sse'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { asyncapi } from './asyncapi.ts'
import { member, node, notes } from './testing/node.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

/** What the tests read of a document; everything else is checked as it is walked. */
interface Document {
  readonly asyncapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: Readonly<Record<string, { host: string; pathname: string; protocol: string }>>
  readonly channels: Readonly<
    Record<
      string,
      { address: string; parameters: object; messages: Record<string, { $ref: string }> }
    >
  >
  readonly operations: Readonly<
    Record<string, { action: string; channel: { $ref: string }; security: { $ref: string }[] }>
  >
  readonly components: {
    readonly messages: Readonly<
      Record<string, { name: string; payload: { properties: object; required: string[] } }>
    >
    readonly securitySchemes: Readonly<Record<string, { type: string }>>
  }
}

/** Every `$ref` below `value`, found or not. */
function* references(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') yield String(inner)
    else yield* references(inner)
  }
}
const resolved = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)

/** The rules of AsyncAPI 3.0 that this document could break. */
function checkStructure(document: Document): void {
  assert.equal(document.asyncapi, '3.0.0')
  assert.ok(document.info.title && document.info.version)
  const known = 'asyncapi info defaultContentType servers channels operations components'
  assert.equal(Object.keys(document).join(' '), known)
  for (const reference of references(document))
    assert.ok(resolved(document, reference) !== undefined, reference)
  const componentKey = /^[\w.-]+$/
  for (const part of Object.values(document.components))
    for (const key of Object.keys(part)) assert.match(key, componentKey)
  for (const { host, protocol } of Object.values(document.servers))
    assert.ok(host && /^https?$/.test(protocol))
  for (const { address, parameters, messages } of Object.values(document.channels)) {
    const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    assert.deepEqual(Object.keys(parameters), named)
    assert.ok(!address.includes('?'))
    for (const [name, { $ref }] of Object.entries(messages)) {
      const message = resolved(document, $ref) as { name: string; payload: { type: string } }
      assert.equal(message.name, name)
      assert.equal(message.payload.type, 'object')
    }
  }
  for (const { action, channel, security } of Object.values(document.operations)) {
    assert.equal(action, 'send')
    assert.match(channel.$ref, /^#\/channels\//) // not into components, which the standard forbids
    assert.ok(security.length > 0)
  }
  const types = ['http', 'httpApiKey']
  for (const { type } of Object.values(document.components.securitySchemes))
    assert.ok(types.includes(type))
}

test('anybody may read which streams there are, and what comes over them', async () => {
  const at = await node(db)
  try {
    const unknown = await fetch(`${at.base}/asyncapi.json?page[size]=1`)
    assert.equal(unknown.status, 400)
    const response = await fetch(`${at.base}/asyncapi.json`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/json')
    const document = (await response.json()) as Document
    checkStructure(document)
    const server = document.servers['api']
    assert.ok(at.base.startsWith(`${server?.protocol}://${server?.host}${server?.pathname}`))
    const channel = document.channels['notes']
    assert.equal(channel?.address, '/notes/{id}/event-stream')
    assert.deepEqual(Object.keys(channel?.messages ?? {}), [
      ...Object.keys(notes.events),
      'stream.error',
    ])
    const created = document.components.messages['notes.note.created']
    assert.deepEqual(created?.payload, {
      type: 'object',
      properties: { text: { type: 'string' }, n: { type: 'integer' } },
      required: ['text', 'n'],
      additionalProperties: false,
    })

    // The address, with its parameter filled in, is where the stream is.
    const who = await member(db, at)
    const path = channel?.address.replace('{id}', who.providerId) ?? ''
    assert.equal(path, at.path(who))
    assert.equal((await at.listen(who)).status, 200)
  } finally {
    await at.close()
  }
})

test('a server without streams says so', () => {
  const document = asyncapi('1', 'https://api.example.com/api/v1', []) as Document
  checkStructure(document)
  assert.deepEqual([document.channels, document.operations], [{}, {}])
})

const fields: [name: string, field: Field, schema: object][] = [
  ['text', text, { type: 'string' }],
  ['integer', integer, { type: 'integer' }],
  ['number', number, { type: 'number' }],
  ['boolean', boolean, { type: 'boolean' }],
  ['uuid', uuid, { type: 'string', format: 'uuid' }],
  ['timestamp', timestamp, { type: 'string', format: 'date-time' }],
  ['oneOf', oneOf('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
  ['nullable', nullable(integer), { type: ['integer', 'null'] }],
  ['nullable oneOf', nullable(oneOf('a')), { type: ['string', 'null'], enum: ['a', null] }],
]
for (const [name, field, schema] of fields)
  test(`a field of ${name} is described as JSON Schema does`, () => {
    const stream = defineEventStream({ prefix: 'x', events: { 'x.created': { field } } })
    const about = { may: 'any_member', stream, summary: '', tag: '', operationId: 'x' } as const
    const document = asyncapi('1', 'http://h/api/v1', [{ path: '/x/:id', about }]) as Document
    checkStructure(document)
    assert.deepEqual(document.components.messages['x.x.created']?.payload.properties, {
      field: schema,
    })
  })
