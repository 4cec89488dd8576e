/** Every kind of credential beside everything that can be done to credentials, sign-ins, members and roles. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import { listEndpoints } from '../../describe-api.ts'
import { type World, world } from '../../testing/index.ts'
import type { Act } from './testing/act.ts'
import { acts } from './testing/acts.ts'
import { metadata } from './testing/acts-upon-tenants.ts'
import { type Kind, kinds, type Scene, scenes } from './testing/credentials.ts'

let w: World
let scene: Awaited<ReturnType<typeof scenes>>
/** For requests that are refused, and so leave everything as it is. */
const shared = new Map<string, Scene>()
before(async () => {
  w = await world()
  scene = await scenes(w, metadata)
})
after(async () => {
  await w.close()
  await w.test.close()
})

const endpoints = await listEndpoints()
const tags = [
  'API Keys',
  'Invitation',
  'Password reset',
  'Provider Group',
  'Role',
  'SAML',
  'Second factor',
  'Session',
  'Social sign-in',
  'Tenant',
  'Token',
  'User',
]
const paths =
  /^\/(accounts|api-keys|auth|invitations|provider-groups|roles|saml-config|tenants|tokens|users)\b/
const sensitive = endpoints.filter(({ tag, path }) => tags.includes(tag) || paths.test(path))

test('the matrix has one row for every operation on credentials, sign-ins, members and roles, and no others', () => {
  const rows = Object.keys(acts).toSorted()
  assert.deepEqual(rows, sensitive.map(({ operationId }) => operationId).toSorted())
  for (const tag of tags)
    assert.ok(
      sensitive.some((one) => one.tag === tag),
      tag,
    )
})

async function sceneFor(kind: Kind, { hasFactor = false, answers }: Act): Promise<Scene> {
  // A code of the app is taken once, also by a request that is refused for another reason.
  const usesCode = kind === 'with_factor_and_code'
  if (usesCode || answers[kind].startsWith('2')) return scene(kind, { hasFactor })
  const name = `${kind} ${hasFactor}`
  const found = shared.get(name) ?? (await scene(kind, { hasFactor }))
  shared.set(name, found)
  return found
}

/** Its status, and the code of a refusal; of 401, whose reason is the credential's, the status alone. */
async function asked(operationId: string, act: Act, kind: Kind): Promise<string> {
  const endpoint = endpoints.find((one) => one.operationId === operationId)
  if (!endpoint) throw new Error(`There is no operation ${operationId}.`)
  const at = await sceneFor(kind, act)
  const params = act.params(at)
  const path = endpoint.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => params[name] ?? '')
  const answer = await at.client.ask(endpoint.method, path, await act.body?.(at))
  if (answer.status < 300 || answer.status === 401) return String(answer.status)
  return `${answer.status} ${answer.fault.code}`
}

/** `npm test` tries every second pair of an operation and a credential. */
const triedOf = (operationId: string): readonly Kind[] =>
  kinds.filter((_, at) => isWhole || (at + operations.indexOf(operationId)) % 2 === 0)
const operations = Object.keys(acts)

for (const [operationId, rows] of Object.entries(acts))
  for (const act of rows)
    test(`${operationId}, ${act.how}: each credential has the answer that it should`, async () => {
      const tried = triedOf(operationId)
      for (const kind of tried)
        assert.equal(await asked(operationId, act, kind), act.answers[kind], kind)
    })
