/** An id in a body is that of the row in the path, or it is refused: never read past, in no operation of the API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../describe-api.ts'
import { ingest, record } from '../features/ingestion/testing/files.ts'
import { type Answered, type Item, type World, world } from './index.ts'

const uid = 'a finding of a file'
const row = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d'
const another = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5e'
const endpoints = (await listEndpoints()).flatMap(({ method, path, draft }) =>
  draft ? [{ method, path, draft, name: `${method} ${path}` }] : [],
)

let w: World
let finding: Item
before(async () => {
  w = await world()
  await ingest(w.acme, record({ uid }))
  finding = (await w.acme.get('/findings/latest')).items[0] as Item
})
after(async () => {
  await w.close()
  await w.test.close()
})

const ask = (
  { method, path, draft }: Omit<(typeof endpoints)[number], 'name'>,
  id: unknown,
  attributes: object = {},
): Promise<Answered> => {
  const url = path.replace(':uid', encodeURIComponent(uid)).replaceAll(/:[a-z_]+/g, row)
  const body = { data: { type: draft.type, id, attributes } }
  return w.acme.ask(method, url, body, { 'X-Plumbline-Session': '1' })
}
/** About a user that is deleted by another one: their id is right. */
const onlyOneself = 'You can delete only your own user.'
const isAboutId = ({ faults }: Answered): boolean =>
  faults.some(
    ({ status, source, detail }) =>
      status === '400' && source?.pointer === '/data/id' && detail !== onlyOneself,
  )

test('every operation with a document refuses the id of another row', async () => {
  assert.ok(endpoints.length > 60)
  const wrong: string[] = []
  for (const endpoint of endpoints)
    for (const id of [another, 'some text', '', 7]) {
      const answer = await ask(endpoint, id)
      if (!isAboutId(answer))
        wrong.push(`${endpoint.name}: ${JSON.stringify(id)} is answered with ${answer.status}`)
    }
  assert.deepEqual(wrong, [])
})

test('every operation on a row accepts its id', async () => {
  const wrong: string[] = []
  for (const endpoint of endpoints.filter(({ path }) => path.includes(':id')))
    for (const id of [row, row.toUpperCase()])
      if (isAboutId(await ask(endpoint, id))) wrong.push(`${endpoint.name}: ${id}`)
  assert.deepEqual(wrong, [])
})

test('the triage of a finding is changed under its ids and the UID of the finding, and under no other', async () => {
  const triage = endpoints.find(({ name }) => name === 'PATCH /findings/:uid/triage')
  assert.ok(triage)
  const ids = [uid, finding.id, finding.text('triage_id'), finding.id.toUpperCase()]
  for (const [at, id] of ids.entries()) {
    const status = at % 2 === 0 ? 'under_review' : 'open'
    const answer = await ask(triage, id, { status })
    assert.deepEqual([answer.status, answer.item.at('status')], [200, status], answer.text)
  }
  for (const id of [another, 'another UID', `${uid} `, w.acme.userId]) {
    const answer = await ask(triage, id, { status: 'remediating' })
    assert.deepEqual([answer.status, answer.fault.source?.pointer], [400, '/data/id'], id)
  }
  assert.equal((await w.acme.get(`/findings/${finding.id}/triage`)).item.at('status'), 'open')
})
