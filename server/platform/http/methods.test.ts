/** The response of each path of the API to an unsupported method. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { describeApi } from '../../describe-api.ts'
import { type Answered, type World, world } from '../../testing/index.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'] as const
/** Methods of each path, in the order in which the API describes them. */
const taken = new Map(
  Object.entries((await describeApi()).paths).map(([path, operations]) => [
    path,
    Object.keys(operations as object).map((method) => method.toUpperCase()),
  ]),
)
const id = '00000000-0000-4000-8000-000000000000'
const addressed = (path: string): string => path.replaceAll(/\{\w+\}/g, id)

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

function checkRefusal({ status, headers, fault }: Answered, what: string): void {
  equal(status, 405, what)
  equal(headers.get('content-type'), 'application/vnd.api+json', what)
  deepEqual([fault.status, fault.code], ['405', 'method_not_allowed'], what)
  match(headers.get('transaction-id') ?? '', /^[0-9a-f]{32}$/)
}

test('every path answers every method that it does not take with 405 and those that it takes', async () => {
  ok(taken.size > 100)
  for (const [path, allowed] of taken) {
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      const what = `${method} ${path}`
      const answer = await w.anonymous.ask(method, addressed(path))
      checkRefusal(answer, what)
      const allow = answer.headers.get('allow')?.split(', ') ?? []
      ok(allowed.includes('GET') || !allow.includes('HEAD'), what)
      const described = allow.filter((one) => one !== 'HEAD')
      deepEqual(described.toSorted(), allowed.toSorted(), what)
    }
  }
})

for (const path of ['/compliance-overviews', '/finding-groups'])
  test(`${path}/{id} is known and takes no method, whoever asks`, async () => {
    for (const client of [w.acme, w.anonymous])
      for (const method of methods) {
        const answer = await client.ask(method, `${path}/${id}`)
        checkRefusal(answer, `${method} ${path}`)
        equal(answer.headers.get('allow'), '')
      }
    equal((await w.acme.get(`${path}/${id}/nothing`)).status, 404)
  })

test('a method that no path takes is 501, and a path that there is not is 404 whatever the method', async () => {
  equal((await w.acme.ask('PROPFIND', '/providers')).status, 501)
  for (const method of methods) equal((await w.acme.ask(method, '/nothing')).status, 404, method)
})

test('HEAD answers like GET, without the body, wherever a GET only reads', async () => {
  const paths = ['/users/me', '/tasks', '/server-info', '/docs', '/schema', '/alerts/subscription']
  for (const path of [
    ...paths,
    '/email-verification',
    '/invitation',
    '/password-reset',
    '/nothing',
  ]) {
    const [got, headed] = [await w.acme.get(path), await w.acme.ask('HEAD', path)]
    deepEqual([headed.status, headed.text], [got.status, ''], path)
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      equal(headed.headers.get(name), got.headers.get(name), `${name} of ${path}`)
    equal(got.headers.has('etag'), got.status === 200, path)
  }
  equal((await w.anonymous.ask('HEAD', '/users/me')).status, 401)
  for (const path of ['/health/live', '/health/ready'])
    equal((await fetch(new URL(path, w.base), { method: 'HEAD' })).status, 200, path)
})

test('HEAD of an export reads its first rows alone, and its place is free again', async () => {
  const headers = { Accept: 'text/csv' }
  for (let n = 0; n < 6; n += 1) {
    const { status, headers: answered } = await w.acme.ask(
      'HEAD',
      '/findings/latest',
      undefined,
      headers,
    )
    deepEqual([status, answered.get('content-type')], [200, 'text/csv; charset=utf-8'])
  }
})

test('HEAD is refused where a GET changes something or holds a connection', async () => {
  const saml = '/accounts/saml/example.com'
  const scan = `/scans/${id}`
  for (const path of [
    `${saml}/acs/finish`,
    `${saml}/sls`,
    `${scan}/report`,
    `${scan}/event-stream`,
  ])
    equal((await w.acme.ask('HEAD', path)).status, 405, path)
})
