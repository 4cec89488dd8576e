import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { unlessDeleted } from './deleted.ts'
import { type ApiError, ApiProblem, byField } from './problem.ts'

const id = '0190b3c1-0000-7000-8000-00000000000a'
const missing = (error: Partial<ApiError> = {}, status = 404): ApiProblem =>
  new ApiProblem(
    status,
    [{ status: '404', code: 'not_found', detail: 'Not found.', ...error }],
    'r',
  )
const messageOf = (path: string, error: unknown): string =>
  (unlessDeleted(path, error) as Error).message

for (const [path, name, ending = ''] of [
  [`/mute-rules/${id}`, 'mute rule', ' You can create it again.'],
  [`/integrations/${id}`, 'integration', ' You can create it again.'],
  [`/integrations/${id}/connection`, 'integration', ' You can create it again.'],
  [`/scan-configurations/${id}`, 'scan configuration', ' You can create it again.'],
  [`/findings/${id}/triage/notes/${id}`, 'note', ' You can create it again.'],
  [`/users/${id}/relationships/roles`, 'user'],
  [`/alerts/rules/${id}`, 'alert rule'],
  [`/tenants/invitations/${id}`, 'invitation'],
  [`/api-keys/${id}`, 'API key'],
] as const) {
  test(`a change at ${path} says that the ${name} was deleted`, () => {
    const detail = `This ${name} no longer exists. It was deleted in another tab or by another user, so nothing was saved.${ending}`
    equal(messageOf(path, missing()), detail)
    equal(byField(unlessDeleted(path, missing()), ['name'])[''], detail)
  })
}

test('other errors stay as the API wrote them', () => {
  const path = `/roles/${id}`
  for (const [at, error] of [
    ['/users/me', missing()],
    [path, missing({ detail: 'There is no such invitation.' })],
    [path, missing({ source: { pointer: '/data/relationships/provider_groups/data/0/id' } })],
    [path, missing({ detail: 'Must be unique.' }, 409)],
    [path, new Error('The server cannot be reached.')],
  ] as const)
    equal(unlessDeleted(at, error), error)
})
