import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sentenceOf } from './sentence.ts'

const names = new Map([['1', 'Ada']])
const event = (action: string, resource_type: string, rest: object = {}) => ({
  action,
  resource_type,
  actor_id: '1',
  resource_id: '2',
  before: null,
  after: null,
  ...rest,
})
const said = (...of: Parameters<typeof event>): string => {
  const { actor, did, object } = sentenceOf(event(...of), names)
  return `${actor} ${did}${object && ` “${object}”`}`
}

const cases = [
  [['roles_create', 'roles', { after: { name: 'Readers' } }], 'Ada created the role “Readers”'],
  [
    ['roles_partial_update', 'roles', { before: { name: 'A' }, after: { name: 'B' } }],
    'Ada changed the role “B”',
  ],
  [
    ['mute_rules_destroy', 'mute-rules', { before: { name: 'Lab' } }],
    'Ada deleted the mute rule “Lab”',
  ],
  [['users_relationships_roles_create', 'users', {}], 'Ada added roles to the user'],
  [['tokens_create', 'tokens', { after: { email: 'a@b.example' } }], 'Ada signed in'],
  [['tokens_create_refused', 'users', { actor_id: null }], 'System was refused at sign-in'],
  [
    ['api_keys_revoke_destroy', 'api-keys', { before: { name: 'CI' } }],
    'Ada revoked the API key “CI”',
  ],
  [['constructor', 'toString', {}], 'Ada constructor'],
] as const

for (const [given, expected] of cases)
  test(`an event reads "${expected}"`, () =>
    equal(said(...(given as unknown as Parameters<typeof event>)), expected))

test('an object has a link to its page unless the event deletes it', () => {
  equal(sentenceOf(event('roles_create', 'roles'), names).href, '/roles?open=2')
  equal(sentenceOf(event('roles_destroy', 'roles'), names).href, undefined)
  equal(sentenceOf(event('roles_create', 'roles', { resource_id: null }), names).href, undefined)
  equal(sentenceOf(event('tokens_create', 'users'), names).href, undefined)
})

test('every change of the API reads as a sentence, without the words of the API', () => {
  const file = join(import.meta.dirname, '../../contract/openapi.json')
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const actions = Object.values(paths).flatMap((path) =>
    ['post', 'patch', 'put', 'delete'].flatMap((method) => path[method]?.operationId ?? []),
  )
  ok(actions.length > 100)
  const plain =
    /_(preview|seed|refresh_create|initiate|acs|post)$|^(browser_sessions_create|password_resets_create|social_|invitations_preview)/
  const unsaid = actions.filter(
    (action) =>
      !plain.test(action) && said(action, 'roles') === `Ada ${action.replaceAll(/[_-]/g, ' ')}`,
  )
  deepEqual(unsaid, [])
  for (const action of actions) match(said(action, 'scan-configurations'), /^Ada [^_%$]+$/)
})
