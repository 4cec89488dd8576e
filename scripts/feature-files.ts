/** The files of a new feature, generated from its name. They work unchanged. */

/** One name in each of the spellings that the code has. */
export interface FeatureName {
  /** `team-notes`: folder, type and path. */
  readonly plural: string
  /** `team_notes`: table and operations. */
  readonly table: string
  /** `teamNotes`, `TeamNote`: in TypeScript. */
  readonly variable: string
  readonly type: string
  /** `teamNote`: begins the names of functions and lists. */
  readonly one: string
  /** `Team Note`: heading in the API's description. */
  readonly tag: string
  /** `team note`, `team notes`: in sentences. */
  readonly word: string
  readonly words: string
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
const camel = (words: readonly string[]): string =>
  words.map((word, at) => (at === 0 ? word : capital(word))).join('')
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

/** Undefined unless it is a plural in lower case, with hyphens between words. */
export function featureName(plural: string): FeatureName | undefined {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(plural) || plural.length > 40) return undefined
  const words = plural.split('-')
  const oneWords = [...words.slice(0, -1), singular(words.at(-1) ?? '')]
  return {
    plural,
    table: words.join('_'),
    variable: camel(words),
    type: capital(camel(oneWords)),
    one: camel(oneWords),
    tag: oneWords.map(capital).join(' '),
    word: oneWords.join(' '),
    words: words.join(' '),
  }
}

const resource = ({ plural, variable, type, word }: FeatureName): string => `import {
  by,
  draft,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
} from '@plumbline/jsonapi'

const name = text({ min: 1, max: 100 })

/** A ${word} of a tenant. */
export const ${variable} = resource('${plural}', {
  attributes: {
    name,
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  filters: {
    name: ['eq', 'icontains'],
    inserted_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'name', 'updated_at'],
  self: '/${plural}',
})
export type ${type} = Row<typeof ${variable}>

export const ${camelDraft(type)} = draft('${plural}', { attributes: { name } })
export const ${camelChange(type)} = draft('${plural}', {
  id: 'optional',
  attributes: { name: optional(name) },
})
`

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
const camelDraft = (type: string): string => `${lower(type)}Draft`
const camelChange = (type: string): string => `${lower(type)}Change`

const store = ({
  table,
  variable,
  type,
  one,
}: FeatureName): string => `import type { Query } from '@plumbline/jsonapi'
import { type Columns, contains, type Page, pageOf, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { ${type}, ${variable} } from './resource.ts'

const columns: Columns<typeof ${variable}> = {
  filters: {
    name: sql\`v.name\`,
    inserted_at: sql\`v.inserted_at\`,
    search: ({ value }) => contains(value, sql\`v.name\`),
  },
  sort: {
    inserted_at: sql\`v.inserted_at\`,
    name: sql\`v.name\`,
    updated_at: sql\`v.updated_at\`,
  },
  last: sql\`v.id\`,
}
const fields = sql\`v.id, v.name, v.inserted_at, v.updated_at\`

export const page = (tx: Tx, query: Query<typeof ${variable}>): Promise<Page<${type}>> =>
  pageOf(tx, query, columns, {
    select: fields,
    from: sql\`${table} v\`,
    where: sql\`v.tenant_id = \${tx.tenantId}\`,
  })

export const ${one}ById = (tx: Tx, id: string): Promise<${type} | undefined> =>
  tx.maybe<${type}>(sql\`
    select \${fields}
      from ${table} v
     where v.tenant_id = \${tx.tenantId} and v.id = \${id}\`)

export const insert${type} = (tx: Tx, made: { readonly name: string }): Promise<${type}> =>
  tx.single<${type}>(sql\`
    insert into ${table} as v (tenant_id, id, name)
    values (\${tx.tenantId}, \${newId()}, \${made.name})
    returning \${fields}\`)

export const change${type} = (
  tx: Tx,
  id: string,
  { name = null }: { readonly name?: string | null },
): Promise<${type} | undefined> =>
  tx.maybe<${type}>(sql\`
    update ${table} as v
       set name = coalesce(\${name}, v.name), updated_at = now()
     where v.tenant_id = \${tx.tenantId} and v.id = \${id}
    returning \${fields}\`)

export const delete${type} = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql\`
    delete from ${table}
     where tenant_id = \${tx.tenantId} and id = \${id}\`)) === 1
`

const routes = (feature: FeatureName): string => {
  const { plural, table, variable, type, one, tag, word, words } = feature
  return `import {
  change,
  create,
  type Endpoint,
  list,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import { ${camelChange(type)}, ${camelDraft(type)}, ${variable} } from './resource.ts'
import * as store from './store.ts'

const tag = '${tag}'
/** Who writes; every member reads. */
const may = 'manage_account'
const nameTaken = () => taken('/data/attributes/name')

export const ${one}Routes: readonly Endpoint[] = [
  list(
    ${variable},
    '/${plural}',
    { may: 'any_member', tag, operationId: '${table}_list', summary: 'List ${words}' },
    ({ tx, query }) => store.page(tx, query),
  ),
  create(
    ${variable},
    '/${plural}',
    { may, draft: ${camelDraft(type)}, tag, operationId: '${table}_create', summary: 'Create a ${word}' },
    ({ tx, input }) => unlessDuplicate(nameTaken(), () => store.insert${type}(tx, input)),
  ),
  show(
    ${variable},
    '/${plural}/:id',
    { may: 'any_member', tag, operationId: '${table}_retrieve', summary: 'Get a ${word}' },
    ({ tx, id }) => store.${one}ById(tx, id),
  ),
  change(
    ${variable},
    '/${plural}/:id',
    {
      may,
      draft: ${camelChange(type)},
      tag,
      operationId: '${table}_partial_update',
      summary: 'Update a ${word}',
    },
    ({ tx, id, input }) => unlessDuplicate(nameTaken(), () => store.change${type}(tx, id, input)),
  ),
  remove(
    '/${plural}/:id',
    { may, tag, operationId: '${table}_destroy', summary: 'Delete a ${word}' },
    ({ tx, id }) => store.delete${type}(tx, id),
  ),
]
`
}

const index = ({
  plural,
  table,
  one,
}: FeatureName): string => `import { tenantTables } from '../../platform/db/index.ts'
import { declareFeature } from '../feature.ts'
import { ${one}Routes } from './routes.ts'

export const feature = declareFeature({
  name: '${plural}',
  tables: tenantTables('settings', '${table}'),
  endpoints: () => ${one}Routes,
})
`

const readme = ({ plural, words, table }: FeatureName): string => `# ${plural}

The ${words} of a tenant: list, show, create, update and delete.

- Start at \`resource.ts\`, the public shape. \`store.ts\` has all statements for \`${table}\`.
- Not here: requests and transactions (\`platform/http\`, \`platform/db\`).
`

const migration = ({ table, words }: FeatureName): string => `-- Why: a tenant has ${words}.
-- Lock: none, a new table.

set local role plumbline_owner;

create table ${table} (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index ${table}_by_time on ${table} (tenant_id, inserted_at, id); -- the default order of the list
call guard_tenant('${table}');
grant select, insert, update, delete on ${table} to plumbline_app;
`

const tests = (feature: FeatureName): string => {
  const { plural, word, words } = feature
  return `import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const make = (client: Client, name: string) => client.make('/${plural}', '${plural}', { name })
const rename = (client: Client, id: string, name: string): Promise<Answered> =>
  client.ask('PATCH', \`/${plural}/\${id}\`, {
    data: { type: '${plural}', id, attributes: { name } },
  })

test('a ${word} is made, listed, shown, changed and deleted', async () => {
  const owner = await w.user()
  const made = await make(owner, 'first')
  assert.equal(made.text('name'), 'first')
  await make(owner, 'second')
  const names = async (query: string): Promise<readonly string[]> =>
    (await owner.get(\`/${plural}?\${query}\`)).items.map((one) => one.text('name'))
  assert.deepEqual(await names('sort=name'), ['first', 'second'])
  assert.deepEqual(await names('filter[name]=second'), ['second'])
  const changed = await rename(owner, made.id, 'renamed')
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await owner.get(\`/${plural}/\${made.id}\`)).item.text('name'), 'renamed')
  assert.equal((await owner.ask('DELETE', \`/${plural}/\${made.id}\`)).status, 204)
  assert.equal((await owner.get(\`/${plural}/\${made.id}\`)).status, 404)
})

test('the name of a ${word} is there once in a tenant, and is no empty text', async () => {
  const owner = await w.user()
  await make(owner, 'first')
  const second = await make(owner, 'second')
  for (const name of ['first', '']) {
    const answer = await rename(owner, second.id, name)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, '/data/attributes/name')
  }
})

test('every member reads ${words}; who manages the account writes them', async () => {
  const owner = await w.user()
  const made = await make(owner, 'first')
  const reader = (await member(w, owner, ['unlimited_visibility'])).client
  assert.equal((await reader.get(\`/${plural}/\${made.id}\`)).status, 200)
  assert.equal((await rename(reader, made.id, 'renamed')).status, 403)
  assert.equal((await reader.ask('DELETE', \`/${plural}/\${made.id}\`)).status, 403)
  const manager = (await member(w, owner, ['manage_account'])).client
  assert.equal((await rename(manager, made.id, 'renamed')).status, 200)
})

test('no tenant learns of the ${words} of another', async () => {
  const { id } = await make(w.acme, 'secret')
  assert.equal((await w.rival.get(\`/${plural}/\${id}\`)).status, 404)
  assert.equal((await rename(w.rival, id, 'stolen')).status, 404)
  assert.equal((await w.rival.ask('DELETE', \`/${plural}/\${id}\`)).status, 404)
  assert.deepEqual((await w.rival.get('/${plural}')).ids, [])
  assert.equal((await w.acme.get(\`/${plural}/\${id}\`)).item.text('name'), 'secret')
})
`
}

/** The files by their paths. `last` is the newest migration that is there: `0096_saml_sign_out.sql`. */
export function featureFiles(feature: FeatureName, last: string): ReadonlyMap<string, string> {
  const folder = `server/features/${feature.plural}`
  const number = String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
  return new Map([
    [`${folder}/README.md`, readme(feature)],
    [`${folder}/resource.ts`, resource(feature)],
    [`${folder}/routes.ts`, routes(feature)],
    [`${folder}/store.ts`, store(feature)],
    [`${folder}/index.ts`, index(feature)],
    [`${folder}/${feature.plural}.test.ts`, tests(feature)],
    [`server/platform/db/migrations/${number}_${feature.table}.sql`, migration(feature)],
  ])
}
