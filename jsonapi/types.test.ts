/** What must not compile. Each case is a few lines against the kernel; `tsc` runs once over all. */
import { deepEqual } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'

const kernel = join(import.meta.dirname, 'index.ts')
const world = join(import.meta.dirname, 'testing/world.ts')
const root = resolve(import.meta.dirname, '..')

const prologue = `
import type { Drafted, Filter, FilterName, Query, Row, SortName } from '${kernel}'
import * as api from '${kernel}'
import { findings, newScan, scans } from '${world}'
type Columns = Record<FilterName<typeof findings>, string>
declare const query: Query<typeof findings>
declare const drafted: Drafted<typeof newScan>
declare const row: Row<typeof findings>
const columns: Columns = {
  id: '', status: '', delta: '', categories: '', inserted_at: '', muted: '', uid: '', scan: '',
  resources: '', provider_type: '', count: '', search: '',
}
const { text, timestamp, resource, draft } = api
export { api, columns, draft, drafted, findings, query, resource, row, scans, text, timestamp }
export type { Columns, Filter, Row, SortName }
`

const compiles: readonly (readonly [what: string, code: string])[] = [
  ['a whole table over the filters', 'export const all: Columns = columns'],
  [
    'a value of a filter has the type its operator gives it',
    `for (const filter of query.filters) {
       if (filter.name === 'status' && filter.op === 'in') {
         const values: readonly ('PASS' | 'FAIL' | 'MANUAL')[] = filter.value
         void values
       }
       if (filter.name === 'inserted_at') void filter.value.until
       if (filter.name === 'delta' && filter.op === 'isnull') void (filter.value satisfies boolean)
       if (filter.name === 'count') void (filter.value satisfies number)
     }`,
  ],
  [
    'a row without optional members',
    `export const { muted_reason: _, task: __, ...some } = row
     export const whole: Row<typeof findings> = some`,
  ],
  [
    'a draft says what may be absent',
    `export const name: string | null | undefined = drafted.name
     export const provider: string = drafted.provider
     export const roles: readonly string[] | undefined = drafted.roles`,
  ],
  ['a declared sort key', `export const key: SortName<typeof findings> = 'inserted_at'`],
  [
    'a shape with more attributes',
    `const more = findings.with({ attributes: { extra: text } })
     export const shown = (wide: Row<typeof more>): [string, string] => [wide.extra, wide.uid]`,
  ],
]

const refused: readonly (readonly [what: string, code: string])[] = [
  [
    'a filter nobody declared, in a table',
    `export const all: Columns = { ...columns, colour: '' }`,
  ],
  [
    'a table that misses a filter',
    `export const { muted, ...rest } = columns
     export const all: Columns = rest`,
  ],
  [
    'comparing with a filter nobody declared',
    `query.filters.some(({ name }) => name === 'colour')`,
  ],
  [
    'a wrong value for a filter',
    `export const filter: Filter<typeof findings> =
       { name: 'status', op: 'eq', value: 'red' }`,
  ],
  [
    'an operator the filter does not have',
    `export const filter: Filter<typeof findings> =
       { name: 'status', op: 'gte', value: 'PASS' }`,
  ],
  [
    'a list where one value is meant',
    `export const filter: Filter<typeof findings> =
       { name: 'status', op: 'eq', value: ['PASS'] }`,
  ],
  [
    'a filter over an attribute that is not there',
    `resource('a', {
       attributes: { name: text }, filters: { colour: ['eq'] } })`,
  ],
  [
    'a filter by a word that is no operator',
    `resource('a', {
       attributes: { name: text }, filters: { name: ['like'] } })`,
  ],
  [
    'including what is no relationship',
    `resource('a', {
       attributes: { name: text }, include: ['owner'] })`,
  ],
  ['a sort key nobody declared', `export const key: SortName<typeof findings> = 'uid'`],
  [
    'a row that misses an attribute',
    `export const { uid, ...rest } = row
     export const whole: Row<typeof findings> = rest`,
  ],
  [
    'a row with a wrong attribute',
    `export const whole: Row<typeof findings> = { ...row, muted: 'no' }`,
  ],
  [
    'a row with a word outside its list',
    `export const whole: Row<typeof findings> =
       { ...row, status: 'pass' }`,
  ],
  [
    'a row with one id where many are linked',
    `export const whole: Row<typeof findings> =
       { ...row, resources: row.id }`,
  ],
  [
    'null in a relationship that is always there',
    `export const whole: Row<typeof findings> =
       { ...row, scan: null }`,
  ],
  ['reading an attribute the world does not see', `export const note = row.internal_note`],
  ['reading an attribute a draft does not have', `export const owner = drafted.owner`],
  ['taking an optional attribute for granted', `export const name: string = drafted.name`],
  [
    'a document of rows of another type',
    `api.listDocument(scans, { rows: [row], count: 1 },
       { query, url: '', base: '' })`,
  ],
  ['an extra parameter nobody asked for', `api.parseQuery(findings, '').extra.access_token`],
  ['reading a timestamp as a number', `export const at: number = row.inserted_at`],
]

let errorsOf: ReadonlyMap<string, number>

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-types-'))
  try {
    const files = [...compiles, ...refused].map(([, code], index) => ({
      name: `case-${index}.ts`,
      text: `import { api, columns, draft, drafted, findings, query, resource, row, scans, text, timestamp, type Columns, type Filter, type Row, type SortName } from './prologue.ts'\n${code}\nexport {}\n`,
    }))
    await writeFile(join(folder, 'prologue.ts'), prologue)
    await Promise.all(files.map(({ name, text }) => writeFile(join(folder, name), text)))
    const options = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        typeRoots: [join(root, 'node_modules/@types')],
        noUnusedLocals: false,
        verbatimModuleSyntax: false,
      },
      include: ['*.ts'],
    }
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
    errorsOf = countErrors(await compile(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** The compiler's words; it ends with a status other than 0 whenever it finds an error. */
async function compile(folder: string): Promise<string> {
  const command = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false']
  try {
    return (await promisify(execFile)(process.execPath, command)).stdout
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

function countErrors(output: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [, file = ''] of output.matchAll(/^(?:.*\/)?([\w-]+\.ts)\(\d+,\d+\): error /gm)) {
    counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  return counts
}

test('the cases are compiled against a kernel and a world without errors of their own', () => {
  const ours = [...errorsOf.keys()].filter((file) => !file.startsWith('case-'))
  deepEqual(ours, [])
})

for (const [index, [what]] of compiles.entries()) {
  test(`it compiles: ${what}`, () => deepEqual(errorsOf.get(`case-${index}.ts`), undefined))
}
for (const [index, [what]] of refused.entries()) {
  test(`it does not compile: ${what}`, () => {
    deepEqual(errorsOf.get(`case-${compiles.length + index}.ts`), 1)
  })
}
