import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, openapi, resource, text } from './index.ts'
import { findings, newScan, scans, services } from './testing/world.ts'

const tasks = resource('tasks', { attributes: { state: text } })
const keys = resource('api-keys', { attributes: { name: text } })
const newKeys = keys.with({ attributes: { api_key: text } })

const about = (method: Operation['method'], path: string, operationId: string) => ({
  method,
  path,
  operationId,
  tag: 'Scan',
  summary: 'What it does',
})
const operations: readonly Operation[] = [
  { ...about('GET', '/findings', 'findings_list'), kind: 'list', resource: findings },
  { ...about('GET', '/scans', 'scans_list'), kind: 'list', resource: scans },
  { ...about('GET', '/scans/:id', 'scans_retrieve'), kind: 'one', resource: scans },
  {
    ...about('POST', '/scans', 'scans_create'),
    kind: 'task',
    resource: scans,
    draft: newScan,
    permission: 'manage_scans',
  },
  { ...about('GET', '/overviews/services', 'services_list'), kind: 'list', resource: services },
  { ...about('GET', '/api-keys/:id', 'api_keys_retrieve'), kind: 'one', resource: keys },
  { ...about('POST', '/api-keys', 'api_keys_create'), kind: 'one', resource: newKeys },
  { ...about('DELETE', '/scans/:id', 'scans_destroy'), kind: 'none', deprecated: true },
  {
    ...about('GET', '/scans/:id/event-stream', 'scans_event_stream'),
    kind: 'none',
    statuses: [200, 503],
    responseType: 'text/event-stream',
    extra: { access_token: text },
  },
  {
    ...about('GET', '/scans/:id/compliance/:name', 'scans_compliance'),
    kind: 'none',
    statuses: [200, 202, 302],
    responseType: 'application/zip',
    params: { name: text({ max: 100 }) },
  },
  {
    ...about('POST', '/users/:id/relationships/roles', 'users_roles_create'),
    kind: 'none',
    linkage: 'roles',
  },
  {
    ...about('POST', '/ingestions', 'ingestions_create'),
    kind: 'task',
    accepts: { 'multipart/form-data': { type: 'object' } },
    anonymous: true,
  },
]
const description = {
  info: { title: 'Plumbline', version: '1.0.0' },
  servers: [{ url: '/api/v1' }],
  task: tasks,
}
const document = openapi({ ...description, operations })

/** A value deep inside the document. */
const at = (...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    document,
  )
const parameter = (path: string, name: string): unknown => {
  const all = at('paths', path, 'get', 'parameters')
  return Array.isArray(all) ? all.find((entry) => entry.name === name) : undefined
}
const statuses = (path: string, method: string) =>
  Object.keys(at('paths', path, method, 'responses') ?? {})

test('every reference in the document leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
  ok(references.length > 50)
  for (const [, path = ''] of references) ok(at(...path.split('/')) !== undefined, path)
})

test('the order of the operations does not change the document', () => {
  const shuffled = openapi({ ...description, operations: operations.toReversed() })
  const text = JSON.stringify(document, null, 1)
  equal(JSON.stringify(shuffled, null, 1), text)
})

test('each filter is a parameter with the type of its values', () => {
  deepEqual(parameter('/findings', 'filter[status]'), {
    name: 'filter[status]',
    in: 'query',
    schema: { type: 'string', enum: ['PASS', 'FAIL', 'MANUAL'] },
  })
  deepEqual(parameter('/findings', 'filter[categories__in]'), {
    name: 'filter[categories__in]',
    in: 'query',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1_000 },
    style: 'form',
    explode: false,
  })
  const type = (name: string) => Reflect.get(Object(parameter('/findings', name)), 'schema')
  deepEqual(type('filter[delta]'), { type: 'string', enum: ['new', 'changed'] })
  deepEqual(type('filter[inserted_at__date]'), { type: 'string', format: 'date' })
  equal(Array.isArray(type('filter[inserted_at__gte]').anyOf), true)
  deepEqual(type('filter[delta__isnull]'), { type: 'boolean' })
  equal(parameter('/scans', 'filter[name.in]'), undefined)
})

test('sort keys, include paths and field names are enumerated', () => {
  const words = (name: string) =>
    Reflect.get(Object(parameter('/findings', name)), 'schema').items.enum
  deepEqual(words('sort'), ['inserted_at', '-inserted_at', 'status', '-status'])
  deepEqual(words('include'), ['scan', 'resources', 'scan.provider'])
  deepEqual(words('fields[scans]'), ['id', 'url', 'name', 'progress', 'provider'])
  equal(words('fields[findings]').includes('internal_note'), false)
  equal(words('fields[resources]'), undefined)
  ok(parameter('/findings', 'fields[providers]'))
})

test('pages are described where there are pages', () => {
  ok(parameter('/findings', 'page[size]'))
  equal(parameter('/overviews/services', 'page[size]'), undefined)
  equal(parameter('/scans/{id}', 'page[size]'), undefined)
  equal(at('paths', '/scans/{id}', 'get', 'parameters', 0, 'name'), 'id')
})

test('an operation lists every status it can answer with', () => {
  const always = ['400', '401', '403', '429']
  deepEqual(statuses('/findings', 'get'), ['200', '304', '400', '401', '403', '404', '429'])
  deepEqual(statuses('/overviews/services', 'get'), ['200', '304', ...always])
  const posted = ['400', '401', '403', '409', '413', '415', '422', '429']
  deepEqual(statuses('/scans', 'post'), ['202', ...posted])
  deepEqual(statuses('/api-keys', 'post'), ['201', ...posted])
  deepEqual(statuses('/scans/{id}', 'delete'), [
    '204',
    '400',
    '401',
    '403',
    '404',
    '413',
    '415',
    '429',
  ])
  deepEqual(statuses('/ingestions', 'post'), ['202', '400', '413', '415', '429'])
  deepEqual(statuses('/scans/{id}/compliance/{name}', 'get').slice(0, 4), [
    '200',
    '202',
    '302',
    '304',
  ])
})

test('queued work answers with a task and where it is', () => {
  const queued = ['paths', '/scans', 'post', 'responses', '202']
  ok(at(...queued, 'headers', 'Content-Location'))
  const media = 'application/vnd.api+json'
  const data = at(...queued, 'content', media, 'schema', 'properties', 'data')
  deepEqual(data, { $ref: '#/components/schemas/Tasks' })
  equal(at('paths', '/scans', 'post', 'x-permission'), 'manage_scans')
})

test('a stream and a file are described by their media types', () => {
  const content = (path: string) => at('paths', path, 'get', 'responses', '200', 'content')
  deepEqual(content('/scans/{id}/event-stream'), {
    'text/event-stream': { schema: { type: 'string' } },
  })
  deepEqual(content('/scans/{id}/compliance/{name}'), {
    'application/zip': { schema: { type: 'string', format: 'binary' } },
  })
})

test('a body is closed, names what it needs, and comes in both media types', () => {
  const content = Object(at('paths', '/scans', 'post', 'requestBody', 'content'))
  deepEqual(Object.keys(content), ['application/vnd.api+json', 'application/json'])
  const request = ['components', 'schemas', 'ScansCreateRequest', 'properties', 'data']
  deepEqual(at(...request, 'required'), ['relationships'])
  equal(at(...request, 'properties', 'attributes', 'additionalProperties'), false)
  deepEqual(at(...request, 'properties', 'relationships', 'required'), ['provider'])
})

test('two shapes of one type are two schemas, the later named after its operation', () => {
  const shown = (name: string) =>
    Object.keys(Object(at('components', 'schemas', name, 'properties', 'attributes', 'properties')))
  deepEqual(shown('ApiKeysApiKeysCreate'), ['name', 'api_key'])
  deepEqual(shown('ApiKeys'), ['name'])
})

test('an operation for anyone says so, and an outdated one too', () => {
  deepEqual(at('paths', '/ingestions', 'post', 'security'), [])
  equal(at('paths', '/scans/{id}', 'delete', 'deprecated'), true)
})

test('the same operation twice is a mistake of the declaration', () => {
  const [first] = operations
  const twice = first ? [first, first] : []
  throws(() => openapi({ ...description, operations: twice }), /declared twice/)
})
