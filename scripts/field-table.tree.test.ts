import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listEndpoints } from '../server/index.ts'
import { testNames } from './documents.ts'
import { fieldPage } from './field-table.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security/fields.md'), 'utf8')
const endpoints = await listEndpoints()

test('the page of fields lists the permissions of the routes that read and write each field', () => {
  assert.equal(page, fieldPage(endpoints))
  for (const [operation, row] of [
    ['POST /roles', /^\| `POST \/roles` \| `manage_account` \| `name`, .*`manage_users`/m],
    ['PATCH /users/:id', /^\| `PATCH \/users\/:id` \| `any_member` \| .*`email`, `password`/m],
    ['users', /^\| `users` \| `any_member`, `manage_users` \| `name`, `email`, .*`roles` \|$/m],
  ] as const)
    assert.match(page, row, operation)
  assert.doesNotMatch(page.split('## Written')[0] ?? '', /`password(_hash)?`, /)
})

test('a field that a route gains is on the page at once', () => {
  const changed = endpoints.map((one) =>
    one.draft?.type === 'roles'
      ? { ...one, draft: { ...one.draft, attributes: { planted: one.draft.attributes['name'] } } }
      : one,
  )
  const planted = fieldPage(changed as typeof endpoints)
  assert.match(planted, /`POST \/roles` \| `manage_account` \| `planted`/)
})

test('the rules of the page name existing tests', () => {
  const named = [...page.matchAll(/`([^`]+\.test\.ts)`: `([^`]+)`/g)]
  assert.ok(named.length > 5)
  for (const [, path = '', name = ''] of named) {
    assert.ok(existsSync(join(root, path)), path)
    assert.ok(testNames(readFileSync(join(root, path), 'utf8')).includes(name), `${path}: ${name}`)
  }
})
