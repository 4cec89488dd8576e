/** Values by schema: valid ones, and hostile ones. */
import type { OpenApi } from '@plumbline/jsonapi'
import * as fc from 'fast-check'
import { resolved, type Schema } from './operations.ts'

/** Ids of rows by their type on the wire. */
export type RowIds = ReadonlyMap<string, readonly string[]>

/** Texts that are drawn from everywhere; making what draws them costs more than a hundred draws. */
const letters = fc.constantFrom(...'abcdefghijkmnopqrstuvwxyz0123456789')
const word = fc.stringMatching(/^[a-z]{1,12}$/)
const memberName = fc.stringMatching(/^[a-z_]{3,12}$/)
const drawnBefore = new Map<string, fc.Arbitrary<string>>()

function drawnOnce(name: string, made: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const arbitrary = drawnBefore.get(name) ?? made()
  drawnBefore.set(name, arbitrary)
  return arbitrary
}

const lengths = (schema: Schema): { minLength: number; maxLength: number } => {
  const least = Number(schema['minLength'] ?? 0)
  return { minLength: least, maxLength: Math.min(Number(schema['maxLength'] ?? 20), least + 20) }
}

const moments = fc
  .date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const texts: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  uuid: () => fc.uuid(),
  email: () => fc.stringMatching(/^[a-z]{6,12}$/).map((name) => `${name}@example.com`),
  'date-time': () => moments,
  date: () => moments.map((moment) => moment.slice(0, 10)),
  uri: () => fc.webUrl(),
}

function text(schema: Schema): fc.Arbitrary<string> {
  const format = String(schema['format'])
  if (texts[format]) return drawnOnce(format, texts[format])
  const pattern = schema['pattern']
  if (pattern !== undefined)
    return drawnOnce(String(pattern), () => fc.stringMatching(new RegExp(String(pattern))))
  const { minLength, maxLength } = lengths(schema)
  return drawnOnce(`${minLength} to ${maxLength}`, () =>
    fc.string({ minLength, maxLength, unit: letters }),
  )
}

/** Values that `schema` takes. An identifier names one of `rowIds` where there is one of its type. */
export function fitting(document: OpenApi, given: Schema, rowIds: RowIds): fc.Arbitrary<unknown> {
  const schema = resolved(document, given)
  const inner = (one: unknown): fc.Arbitrary<unknown> => fitting(document, one as Schema, rowIds)
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...schema['anyOf'].map(inner))
  const { type } = schema
  if (Array.isArray(type))
    return fc.oneof(...type.map((one: string) => inner({ ...schema, type: one })))
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    const min = Number(schema['minimum'] ?? 0)
    return fc.integer({ min, max: Number(schema['maximum'] ?? min + 1_000) })
  }
  if (type === 'string') return text(schema)
  if (type === 'array') {
    const minLength = Number(schema['minItems'] ?? 0)
    return fc.uniqueArray(inner(schema['items'] ?? {}), { minLength, maxLength: minLength + 2 })
  }
  if (type === 'object') return members(schema, inner, rowIds)
  return fc.oneof(word, fc.integer(), fc.boolean())
}

function members(
  schema: Schema,
  inner: (schema: unknown) => fc.Arbitrary<unknown>,
  rowIds: RowIds,
): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const { additionalProperties: others } = schema
  if (Object.keys(properties).length === 0 && typeof others === 'object')
    return fc.dictionary(memberName, inner(others), { maxKeys: 3 })
  const rows = rowIds.get(String(properties['type']?.['const']))
  const isLink = rows !== undefined && rows.length > 0 && !('attributes' in properties)
  const required = schema['required']
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [
        name,
        isLink && name === 'id' ? fc.constantFrom(...rows) : inner(one),
      ]),
    ),
    { requiredKeys: Array.isArray(required) ? (required as string[]) : [] },
  )
}

/** What has broken services before: at the edges of databases, numbers, time, text and prototypes. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 63),
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\ufeff',
    'x'.repeat(1_500),
    '9'.repeat(400),
    '-1',
    '1e999',
    'NaN',
    'null',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '${7*7}',
    '0000-00-00',
    '0001-01-01T00:00:00Z',
    '275760-09-13T00:00:00Z',
    '2026-02-30',
    '2026-13-01T25:61:61Z',
    '2026-01-01T00:00:00+99:99',
    'constructor',
    '__proto__',
    'a,,b',
    ',',
    'a'.repeat(255),
    '00000000-0000-0000-0000-000000000000',
    {},
    [],
    [[]],
    [null],
    { type: 'providers' },
    { $ne: null },
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
)

/** Bodies that are not documents. */
export const noDocuments: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    'null',
    '[]',
    '"data"',
    '1',
    '{"data":',
    '{"data":null}',
    '{"data":[]}',
    '{"data":{}}',
    '{"data":{},"data":{}}',
    '{"data":{"__proto__":{"type":"x"}}}',
    '{"data":{"constructor":{"a":1}}}',
    `${'['.repeat(40)}${']'.repeat(40)}`,
    '\ufeff{"data":{}}',
    '{"data":{"attributes":[]}}',
    '{"data":{"relationships":{"__proto__":{}}}}',
    '{"data":{"id":{}}}',
    '{"data":{"type":1}}',
  ),
  fc.string({ maxLength: 60 }),
  fc.json(),
)
