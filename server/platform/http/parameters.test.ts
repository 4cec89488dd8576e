/** Every name that the description of a list offers is requested once: each is understood, and by the database too. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import { describeApi } from '../../describe-api.ts'
import { type Answered, type World, world } from '../../testing/index.ts'
import { needed } from '../../testing/needed.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}
interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
}
interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
}

let w: World
before(async () => {
  w = await world()
  await w.acme.scan(await w.acme.provider())
  const { id } = (await w.acme.get('/roles')).item
  const roles = [{ type: 'roles', id }]
  const guest = { email: 'guest@example.com' }
  await w.acme.make('/tenants/invitations', 'invitations', guest, { roles })
  await w.acme.make('/provider-groups', 'provider-groups', { name: 'one' }, { roles })
  await w.acme.make('/api-keys', 'api-keys', { name: 'a key' })
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** A value that a schema allows. */
function sample({ type, format, enum: words, items, anyOf, minimum }: Schema): string {
  if (items) return [sample(items), sample(items)].join(',')
  if (words) return words[0] ?? ''
  if (anyOf?.[0]) return sample(anyOf[0])
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (format === 'date') return '2026-01-31'
  if (format === 'email') return 'guest@example.com'
  if (type === 'boolean') return 'true'
  return type === 'integer' || type === 'number' ? String(minimum ?? 1) : 'a'
}

/**
 * What to ask for: each word of a list of words by itself, each other parameter once. `npm test` asks for all fields in
 * one request, and sorts in one direction: the other one differs by a keyword of SQL.
 */
function asked({ name, schema }: Parameter): readonly string[] {
  const words = schema.items?.enum ?? []
  const values = (): readonly string[] => {
    if (name.startsWith('fields[')) return ['', words.join(), ...(isWhole ? words : [])]
    if (name === 'sort') return words.filter((word) => isWhole || !word.startsWith('-'))
    return name === 'include' ? words : [sample(schema)]
  }
  return values().map((value) => `${name}=${encodeURIComponent(value)}`)
}

/** What this list needs besides a parameter. */
const without = (path: string, name: string): string =>
  (needed[path] ?? '')
    .split('&')
    .filter((one) => !one.startsWith(`${name}=`))
    .join('&')

const { paths } = await describeApi()
for (const [path, item] of Object.entries(paths)) {
  const { operationId, parameters } = (item['get'] ?? {}) as unknown as Operation
  if (path.includes('{') || !parameters?.some(({ name }) => name === 'sort')) continue
  test(`${operationId} understands each of its ${parameters.length} parameters`, async () => {
    const wrong: string[] = []
    const searches = parameters.flatMap(asked)
    assert.ok(searches.length >= parameters.length)
    for (const search of searches) {
      const [name = ''] = search.split('=')
      // The named row does not exist, and replaces a real one.
      const isScan = name === 'filter[scan_id]' && path in needed
      const isNamed =
        isScan ||
        ((needed[path] ?? '').includes('filter[compliance_id]') && name === 'filter[compliance_id]')
      const rest = without(path, isScan ? 'filter[provider_type]' : name)
      const { status, text }: Answered = await w.acme.get(`${path}?${search}${rest}`)
      if (status !== (isNamed ? 404 : 200)) wrong.push(`${search}: ${status} ${text}`)
    }
    assert.deepEqual(wrong, [])
    assert.equal((await w.acme.get(`${path}?filter[nobody]=1`)).status, 400)
    assert.equal((await w.acme.get(`${path}?sort=nobody`)).status, 400)
    assert.equal((await w.acme.get(`${path}?include=nobody`)).status, 400)
  })
}
