import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lint } from './contract-lint.ts'

const get = {
  operationId: 'scans_retrieve',
  summary: 'One scan',
  tags: ['Scan'],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 200: { description: 'Found.' }, 404: { $ref: '#/components/responses/NotFound' } },
}
const document = (operation: object = get) => ({
  openapi: '3.1.0',
  info: { title: 'Another', version: '1' },
  paths: { '/scans/{id}': { get: operation } },
  components: { responses: { NotFound: { description: 'It does not exist.' } } },
})

test('a sound document has no problems', async () => {
  assert.deepEqual(await lint(document()), [])
})

const parameter = get.parameters[0]
for (const [fault, operation] of [
  ['its operationId is no snake_case word', { ...get, operationId: 'getScan' }],
  ['its summary is empty or ends in a dot', { ...get, summary: 'One scan.' }],
  ['it has not exactly one tag', { ...get, tags: [] }],
  ['{id} is nowhere', { ...get, parameters: [] }],
  ['pk is not in its path', { ...get, parameters: [parameter, { ...parameter, name: 'pk' }] }],
  ['path id comes twice', { ...get, parameters: [parameter, parameter] }],
  ['it never succeeds', { ...get, responses: { 404: { description: 'It does not exist.' } } }],
  ['it never says what was wrong', { ...get, responses: { 200: { description: 'Found.' } } }],
] as const) {
  test(`a document is unsound when of an operation ${fault}`, async () => {
    const problems = await lint(document(operation))
    assert.ok(problems.includes(`GET /scans/{id}: ${fault}.`), problems.join('\n'))
  })
}

test('a reference that leads nowhere is found', async () => {
  const responses = { ...get.responses, 404: { $ref: '#/components/responses/Gone' } }
  const [problem] = await lint(document({ ...get, responses }))
  assert.match(problem ?? '', /#\/components\/responses\/Gone/)
})

test('what is no OpenAPI document is reported as such', async () => {
  const [problem] = await lint(Object.assign(document(), { info: {} }))
  assert.match(problem ?? '', /^It is no OpenAPI document: .*title/)
})
