import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { draft, json, list, oneOf, parseBody, parseLinkage, readOnly, text, uuid } from './index.ts'
import { newScan, otherId, problemsOf, someId } from './testing/world.ts'

const provider = { data: { type: 'providers', id: someId } }
const body = (attributes: unknown, relationships: unknown = { provider }) => ({
  data: { type: 'scans', attributes, relationships },
})
const wrong = (value: unknown, id?: string) =>
  problemsOf(() => parseBody(newScan, value, id === undefined ? {} : { id }))

test('a body becomes one flat object of what was sent', () => {
  const roles = { data: [{ type: 'roles', id: otherId }, { id: someId.toUpperCase() }] }
  const sent = body({ name: 'Nightly', resource_uids: ['arn:1'] }, { provider, roles })
  deepEqual(parseBody(newScan, sent), {
    name: 'Nightly',
    resource_uids: ['arn:1'],
    provider: someId,
    roles: [otherId, someId],
  })
})

test('what may be absent is absent from the result, and null differs from absent', () => {
  deepEqual(parseBody(newScan, body({})), { provider: someId })
  deepEqual(parseBody(newScan, body({ name: null }, { provider, task: { data: null } })), {
    name: null,
    provider: someId,
    task: null,
  })
  deepEqual(parseBody(newScan, { data: { relationships: { provider } } }), { provider: someId })
})

test('a missing type is accepted, another one is a conflict', () => {
  deepEqual(parseBody(newScan, { data: { relationships: { provider } } }), { provider: someId })
  deepEqual(wrong({ data: { type: 'scan' } }), ['409 wrong_type /data/type'])
  deepEqual(wrong({ data: { type: 7 } }), ['400 invalid_type /data/type'])
})

test('an id is accepted only when it is the id of the path', () => {
  const rename = draft('scans', { attributes: { name: text } })
  const sent = (id: unknown) => ({ data: { id, attributes: { name: 'a' } } })
  const problems = (id: unknown, path?: string) =>
    problemsOf(() => parseBody(rename, sent(id), path === undefined ? {} : { id: path }))
  deepEqual(problems(someId, someId), [])
  deepEqual(problems(undefined, someId), [])
  deepEqual(problems(otherId, someId), ['400 invalid /data/id'])
  deepEqual(problems(7, someId), ['400 invalid_type /data/id'])
  deepEqual(problems(someId), ['400 unknown /data/id'])
  const optional = draft('scans', { id: 'optional' })
  const [unread] = problemsOf(() => parseBody(optional, { data: { id: someId } }))
  equal(unread, '400 unknown /data/id', 'no path names a row, so no id can be right')
  const checked = { ...optional, id: 'checked' } as const
  deepEqual(parseBody(checked, { data: { id: 'any text' } }), { id: 'any text' })
  deepEqual(parseBody(checked, { data: {} }), {})
  const strict = draft('scans', { id: 'required' })
  const missing = problemsOf(() => parseBody(strict, { data: {} }, { id: someId }))
  deepEqual(missing, ['400 required /data/id'])
})

test('every problem of a body is reported at once, each with its place', () => {
  const value = {
    meta: {},
    data: {
      type: 'scans',
      tenant_id: otherId,
      attributes: { name: 'ab', resource_uids: ['a', 7], owner: 'me' },
      relationships: {
        provider: { data: null },
        roles: { data: [{ type: 'users', id: someId }, { id: 'x' }] },
        owner: {},
      },
    },
  }
  deepEqual(wrong(value), [
    '400 unknown /meta',
    '400 unknown /data/tenant_id',
    '400 unknown /data/attributes/owner',
    '400 min_length /data/attributes/name',
    '400 invalid_type /data/attributes/resource_uids/1',
    '400 unknown /data/relationships/owner',
    '400 null /data/relationships/provider/data',
    '400 wrong_type /data/relationships/roles/data/0/type',
    '400 invalid /data/relationships/roles/data/1/id',
  ])
})

const refused: readonly (readonly [value: unknown, ...problems: string[]])[] = [
  [undefined, '400 required /data'],
  [null, '400 required /data'],
  [[], '400 required /data'],
  [{ data: [] }, '400 required /data'],
  [{ data: {} }, '400 required /data/relationships/provider'],
  [body([]), '400 invalid_type /data/attributes'],
  [body({}, null), '400 invalid_type /data/relationships'],
  [body({ name: 3 }), '400 invalid_type /data/attributes/name'],
  [body({ name: 'a\u0000bc' }), '400 invalid /data/attributes/name'],
  [body({ name: 'ab\ud800' }), '400 invalid /data/attributes/name'],
  [body({ resource_uids: [] }), '400 min_items /data/attributes/resource_uids'],
  [body({ resource_uids: Array(11).fill('a') }), '400 max_items /data/attributes/resource_uids'],
  [body({ resource_uids: 'a' }), '400 invalid_type /data/attributes/resource_uids'],
  [body({ 'a/b~c': 1 }), '400 unknown /data/attributes/a~1b~0c'],
  [body({}, { provider: someId }), '400 required /data/relationships/provider'],
  [body({}, { provider: {} }), '400 required /data/relationships/provider'],
  [body({}, { provider: { data: [] } }), '400 invalid_type /data/relationships/provider/data'],
  [
    body({}, { provider: { data: { type: 'providers' } } }),
    '400 required /data/relationships/provider/data/id',
  ],
  [
    body({}, { provider: { data: { id: someId, meta: {} } } }),
    '400 unknown /data/relationships/provider/data/meta',
  ],
]
for (const [value, ...problems] of refused) {
  test(`the body ${JSON.stringify(value)} is refused`, () => deepEqual(wrong(value), problems))
}

test('a body with thousands of unknown members is answered by at most 20 problems', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => [`member_${index}`, 1])
  deepEqual(wrong(body(Object.fromEntries(names))).length, 20)
})

test('rejects a read-only attribute when sent, and never requires it', () => {
  const key = draft('api-keys', { attributes: { name: text, prefix: readOnly(text) } })
  deepEqual(parseBody(key, { data: { attributes: { name: 'a' } } }), { name: 'a' })
  const sent = { data: { attributes: { name: 'a', prefix: 'pk' } } }
  const problems = problemsOf(() => parseBody(key, sent))
  deepEqual(problems, ['400 read_only /data/attributes/prefix'])
})

test('a relationship endpoint reads a list of identifiers', () => {
  const problems = (value: unknown) => problemsOf(() => parseLinkage('roles', value))
  deepEqual(parseLinkage('roles', { data: [{ type: 'roles', id: someId }] }), [someId])
  deepEqual(parseLinkage('roles', { data: [] }), [])
  deepEqual(problems({}), ['400 required'])
  deepEqual(problems({ data: { type: 'roles', id: someId } }), ['400 invalid_type /data'])
  deepEqual(problems({ data: [{ type: 'users', id: someId }] }), ['400 wrong_type /data/0/type'])
  const twice = { data: [{ id: someId }, { id: someId.toUpperCase() }] }
  deepEqual(problems(twice), ['400 duplicate /data/1'])
  const many = { data: Array.from({ length: 1_001 }, () => ({ id: someId })) }
  deepEqual(problems(many), ['400 max_items /data'])
})

test('any body results in a draft or in problems with status 400 or 409', () => {
  const wide = draft('wide', {
    attributes: { any: json, id_: uuid, kind: oneOf('a', 'b'), words: list(text) },
  })
  const members = 'data type id attributes relationships name any provider roles resource_uids'
  const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']
  const names = fc.constantFrom(...members.split(' '), ...inherited)
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, depthSize: 'medium' },
      fc.constantFrom<unknown>(
        'scans',
        'wide',
        'providers',
        someId,
        null,
        undefined,
        0,
        Number.NaN,
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(names, tie('value'), { maxKeys: 6 }),
    ),
  }))
  const inEnvelope = fc.record({ data: fc.dictionary(names, value, { maxKeys: 5 }) })
  fc.assert(
    fc.property(fc.oneof(value, inEnvelope), (sent) => {
      for (const shape of [newScan, wide]) {
        const problems = problemsOf(() => parseBody(shape, sent, { id: someId }))
        deepEqual(
          problems.filter((problem) => !/^40[09] /.test(problem)),
          [],
        )
      }
    }),
    { numRuns: 1_000 },
  )
})
