/** docs/security/protections.md matches the settings, the API and the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settings } from '../server/settings.ts'
import { describeApi } from '../server/describe-api.ts'
import { contextWords } from '../server/platform/auth/passwords.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/security/protections.md'), 'utf8')
/** The rows under a heading, with the words in backticks of their first cell. */
function rowsUnder(heading: string): readonly { names: readonly string[]; cells: string[] }[] {
  const section = page.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  assert.ok(rows.length > 0, heading)
  return rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    return { names: [...(cells[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, one = '']) => one), cells }
  })
}

/** Settings of a kind by their first names, with their defaults as the page writes them. */
const defaultsOf = (kind: RegExp): readonly (readonly [string | undefined, string])[] =>
  Object.values(settings)
    .filter(({ names: [first = ''] }) => kind.test(first))
    .map(({ names: [first], fallback }) => [first, String(fallback)] as const)
    .toSorted()
const documented = (heading: string): readonly (readonly [string | undefined, string])[] =>
  rowsUnder(heading)
    .map(({ names: [name], cells }) => [name, cells[2] ?? ''] as const)
    .toSorted()

test('protections.md has every limit with its setting and default', () => {
  const limits =
    /^(RATE_LIMIT_|EVENTSTREAM_(PER|CONNECTS|CHANNELS)|DATABASE_POOL$|STATEMENT_TIMEOUT|CONCURRENT_|SCAN_|INGESTION_|EXPORT_|DISK_|REQUESTS_|CONNECTIONS_|TENANTS_|TENANT_WRITE_)/
  assert.deepEqual(documented('Limits'), defaultsOf(limits))
})

test('protections.md lists the context words that passwords must not consist of', () => {
  assert.deepEqual(
    rowsUnder('Rejected passwords').flatMap(({ names }) => names),
    contextWords,
  )
})

test('protections.md states how long sessions, keys and streams are valid', () => {
  assert.deepEqual(
    documented('Lifetimes'),
    defaultsOf(/_TOKEN_MINUTES$|LIFETIME_MINUTES$|_IDLE_MINUTES$/),
  )
  assert.match(page, /A user may have any number of sessions,/)
  assert.match(
    page,
    /Sessions of\s+users who signed in through an identity provider have the same lifetime/,
  )
})

const { paths } = await describeApi()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, schema]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...(schema as { security?: readonly unknown[]; requestBody?: { content: object } }),
  })),
)

test('protections.md lists every way to authenticate', () => {
  const anonymous = operations
    .filter(({ name, security }) => name.startsWith('POST ') && security?.length === 0)
    .map(({ name }) => name)
  assert.ok(anonymous.includes('POST /tokens'))
  const rows = rowsUnder('Sign-in endpoints').flatMap(({ cells }) => cells)
  const named = rows.flatMap((cell) => [...cell.matchAll(/`(POST [^`]+)`/g)].map(([, one]) => one))
  assert.deepEqual([...new Set(named)].toSorted(), anonymous.toSorted())
})

test('protections.md lists the accepted file types', () => {
  const takesFile = operations.filter(
    ({ requestBody }) => requestBody && 'multipart/form-data' in requestBody.content,
  )
  assert.deepEqual(
    rowsUnder('File uploads').flatMap(({ names }) => names),
    takesFile.map(({ name }) => name),
  )
})
