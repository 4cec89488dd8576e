/** Transfers whose slot is taken by another user while they are still being prepared. */
import { deepEqual } from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { type Query, resource, text } from '@plumbline/jsonapi'
import { eventually } from '../../testing/eventually.ts'
import type { Identity } from '../auth/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Caller } from '../tenancy/index.ts'
import { download } from './downloads.ts'
import type { Endpoint } from './endpoint.ts'
import { exportsOf } from './exports.ts'
import { serve } from './index.ts'

const words = resource('words', { attributes: { word: text } })
const about = { may: 'any_member', tag: '', operationId: '', summary: '' } as const
const identityOf = (tenantId: string) => ({ tenantId, userId: `user of ${tenantId}` }) as Identity

/** What prepares a transfer: it counts the calls, and waits until all are released. */
interface Gate {
  calls: number
  readonly pass: () => Promise<void>
}

const exported = ({ pass }: Gate): Endpoint => {
  const walk = async () => {
    await pass()
    return { rows: ['one'], place: undefined }
  }
  const writing = () => ({ record: (row: string) => row })
  const format = { mediaType: 'text/csv', extension: 'csv', writing }
  const files = exportsOf<typeof words, string>(words, walk, [format])
  return {
    ...about,
    method: 'GET',
    path: '/words',
    kind: 'list',
    status: 200,
    async run(exchange) {
      const identity = await exchange.authenticate(exchange.authorization)
      const query = {} as unknown as Query<typeof words>
      const inCaller = <T>(work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
        work({} as unknown as Tx, {} as unknown as Caller)
      return files.answer('text/csv', { exchange, identity, query, params: {}, id: '', inCaller })
    },
  }
}

const downloaded = ({ pass }: Gate): Endpoint =>
  download(words, '/words', { ...about, responseType: 'text/csv' }, async () => {
    await pass()
    const content = (async function* () {
      yield Buffer.from('one')
    })()
    return { content, filename: 'words.csv' }
  })

/** Serves the endpoint; `open` starts a request of a user and returns its status and text. */
async function served(t: TestContext, endpoint: Endpoint) {
  const none = (): void => {}
  const log: Log = { info: none, warn: none, error: none }
  const services = {
    database: {} as unknown as Database,
    authenticate: async (tenant: string | undefined) => identityOf(tenant ?? ''),
    loaders: new Map(),
  }
  const settings = { host: '127.0.0.1', port: 0, publicUrl: null, trustedProxies: [] }
  const app = serve([endpoint], services, { ...settings, corsOrigins: [] }, log)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return (tenant: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: tenant }
      const answered = (answer: IncomingMessage): void => {
        answer.resume()
        resolve(answer.statusCode)
      }
      const path = '/api/v1/words'
      get({ host: '127.0.0.1', port, path, headers, agent: false }, answered).on('error', reject)
    })
}

for (const [what, endpointOf] of Object.entries({
  'an export': exported,
  'a download': downloaded,
}))
  test(`${what} that loses its place before it begins is refused`, async (t) => {
    const { promise: isOpen, resolve: letGo } = Promise.withResolvers<void>()
    const gate: Gate = {
      calls: 0,
      pass: () => {
        gate.calls += 1
        return isOpen
      },
    }
    const open = await served(t, endpointOf(gate))
    const prepared = (calls: number) =>
      eventually(`${calls} transfers`, async () => gate.calls === calls)
    // One address has 16 places at most, and a tenant 4.
    const held = ['a', 'b', 'c', 'd'].flatMap((tenant) =>
      Array.from({ length: 4 }, () => open(tenant)),
    )
    await prepared(16)
    const newcomer = open('e')
    await prepared(17)
    letGo()
    const statuses = await Promise.all([...held, newcomer])
    deepEqual(statuses.toSorted(), [...Array<number>(16).fill(200), 429])
  })
