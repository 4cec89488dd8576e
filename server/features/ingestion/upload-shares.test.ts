/** What uploads of one user leave for others. */
import { deepEqual, equal } from 'node:assert/strict'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, eventually, type World, world } from '../../testing/index.ts'
import { record, send } from './testing/files.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const file = JSON.stringify([record({ uid: 'a' })])

interface OpenUpload {
  readonly sent: ClientRequest
  readonly status: Promise<number | undefined>
}

/** An upload of undeclared length whose end is still to come. */
function begin({ base, authorization }: Client): OpenUpload {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'multipart/form-data; boundary=x',
  }
  const sent = request(`${base}/ingestions`, { method: 'POST', agent: false, headers })
  const status = new Promise<number | undefined>((resolve) => {
    sent.once('response', (answer) => resolve(answer.statusCode))
    sent.once('error', () => resolve(undefined))
  })
  sent.write(
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n${file.slice(0, 40)}`,
  )
  return { sent, status }
}

/** So many uploads, each of which has its place and a file that waits for more. */
async function held(client: Client, count: number, of = w): Promise<OpenUpload[]> {
  const uploads = Array.from({ length: count }, () => begin(client))
  const folder = join(of.config.dataDir, 'ingestions', client.tenantId)
  await eventually('the files that arrive', () => {
    return existsSync(folder) && readdirSync(folder).length === count
  })
  return uploads
}

/** The same user, signed in to a new tenant. */
async function inNewTenant(user: Client): Promise<Client> {
  const tenant = await user.make('/tenants', 'tenants', { name: 'One more' })
  const pair = await user.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: tenant.id })
  return new Client(user.base, {
    ...user,
    tenantId: tenant.id,
    authorization: `Bearer ${pair.text('access')}`,
  })
}

test('a user who founds tenants holds no more places than in one', async () => {
  const user = await w.user()
  const second = await inNewTenant(user)
  const uploads = await held(user, 4)
  const refused = await send(second, file)
  deepEqual([refused.status, refused.fault.code], [429, 'throttled'])
  equal((await send(w.rival, file)).status, 202)
  for (const { sent } of uploads) sent.destroy()
})

test('users of one address who hold several places each give one to a user who holds none', async () => {
  const crowd = await Promise.all([w.user(), w.user(), w.user(), w.user()])
  const uploads = (await Promise.all(crowd.map((user) => held(user, 4)))).flat()
  equal((await send(w.rival, file)).status, 202)
  equal(await Promise.race(uploads.map(({ status }) => status)), 429)
  for (const { sent } of uploads) sent.destroy()
})

test('uploads that send nothing more leave the space of the disk to others', async () => {
  const { bavail, bsize } = statfsSync(tmpdir())
  const own = await world({
    settings: { WORKER: 'false', DISK_FREE_BYTES: String(bavail * bsize - 2 ** 30) },
    test: w.test,
  })
  try {
    const uploads = await held(own.acme, 4, own)
    equal((await send(own.rival, file)).status, 202)
    for (const { sent } of uploads) sent.destroy()
  } finally {
    await own.close()
  }
})
