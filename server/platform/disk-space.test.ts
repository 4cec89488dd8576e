import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { testDatabase, testEnvironment } from '../testing/database.ts'
import { ingest, record, send } from '../features/ingestion/testing/files.ts'
import { Client, eventually, password, world } from '../testing/index.ts'

const room = 2 ** 40

// PostgreSQL watches its own disk.
if (!testEnvironment.postgresAdmin) {
  after(async () => (await testDatabase()).close())

  test('a full disk refuses requests that write; users can still sign in, read and delete', async () => {
    let [free, time] = [room, Date.now()]
    const w = await world({
      settings: { WORKER: 'false' },
      now: () => time,
      freeBytes: async () => free,
    })
    try {
      const owner = w.acme
      const provider = { type: 'providers', id: await owner.provider() }
      const role = (await owner.make('/roles', 'roles', { name: 'Known' })).id
      const unused = (await owner.make('/roles', 'roles', { name: 'Unused' })).id
      const documentOf = (type: string, attributes: object, more: object = {}) => ({
        data: { type, attributes, ...more },
      })
      const renamed = documentOf('roles', { name: 'Renamed' }, { id: role })
      const user = { name: 'New', email: 'new@example.com', password: 'a long enough password' }
      const set = (bytes: number): void => {
        free = bytes
        time += 2_000
      }
      set(0)
      for (const [method, path, body] of [
        ['POST', '/roles', documentOf('roles', { name: 'New' })],
        ['PATCH', `/roles/${role}`, renamed],
        [
          'POST',
          '/scans',
          documentOf('scans', {}, { relationships: { provider: { data: provider } } }),
        ],
        ['POST', '/users', documentOf('users', user)],
      ] as const) {
        const answer = await owner.ask(method, path, body)
        assert.deepEqual([answer.status, answer.fault.code], [507, 'no_space'], `${method} ${path}`)
      }
      assert.equal((await owner.get('/roles')).status, 200)
      assert.equal((await owner.ask('DELETE', `/roles/${unused}`)).status, 204)
      const login = documentOf('tokens', { email: owner.email, password })
      assert.equal((await w.anonymous.ask('POST', '/tokens', login)).status, 200)
      assert.ok(w.logged.some(({ event }) => event === 'disk full, writes rejected'))
      set(room)
      assert.equal((await owner.ask('PATCH', `/roles/${role}`, renamed)).status, 200)
    } finally {
      await w.close()
    }
  })

  test('a tenant that has sent its share of the day writes no more until midnight; others do', async () => {
    let time = Date.now()
    const settings = { TENANT_WRITE_BYTES_PER_DAY: '3000', WORKER: 'false' }
    const w = await world({ settings, now: () => time })
    try {
      const rename = (client: Client, id: string) =>
        client.ask('PATCH', `/roles/${id}`, {
          data: { type: 'roles', id, attributes: { name: 'x'.repeat(200) } },
        })
      const [mine, other] = await Promise.all(
        [w.acme, w.rival].map(async (one) => (await one.make('/roles', 'roles', { name: 'r' })).id),
      )
      let answer = await rename(w.acme, mine ?? '')
      let written = 1
      for (; answer.status === 200; written += 1) answer = await rename(w.acme, mine ?? '')
      assert.ok(written > 5 && written < 20, `${written} writes`)
      assert.deepEqual([answer.status, answer.fault.code], [429, 'daily_share_used'])
      const seconds = Number(answer.headers.get('retry-after'))
      assert.equal(Math.ceil(time / 1_000 + seconds) % 86_400 <= 1, true, `${seconds} s`)
      assert.equal((await w.acme.get('/roles')).status, 200)

      // A file counts with its bytes: it is the last thing that this tenant sends today.
      assert.equal((await send(w.rival, [record({ uid: 'a'.repeat(4_000) })])).status, 202)
      assert.equal((await rename(w.rival, other ?? '')).fault.code, 'daily_share_used')
      assert.equal((await send(w.rival, [record({ uid: 'b' })])).fault.code, 'daily_share_used')
      assert.equal((await w.rival.ask('DELETE', `/roles/${other}`)).status, 204)

      time += seconds * 1_000
      const { email } = w.acme
      const pair = await w.anonymous.make('/tokens', 'tokens', { email, password })
      const authorization = `Bearer ${pair.text('access')}`
      assert.equal(
        (await rename(new Client(w.base, { ...w.acme, authorization }), mine ?? '')).status,
        200,
      )
    } finally {
      await w.close()
    }
  })

  test('a user has one share of the day in all tenants', async () => {
    const settings = { TENANT_WRITE_BYTES_PER_DAY: '3000', WORKER: 'false' }
    const w = await world({ settings })
    try {
      const user = await w.user()
      const another = (await user.make('/tenants', 'tenants', { name: 'Another' })).id
      const switched = { tenant_id: another }
      const pair = await user.make('/tokens/switch', 'tokens-switch-tenant', switched)
      const authorization = `Bearer ${pair.text('access')}`
      const there = new Client(w.base, { ...user, tenantId: another, authorization })
      const write = (client: Client, name: string) =>
        client.ask('POST', '/roles', { data: { type: 'roles', attributes: { name } } })
      for (let n = 0; (await write(user, `${n} ${'x'.repeat(50)}`)).status === 201; n += 1);
      assert.equal((await write(there, 'one')).fault.code, 'daily_share_used')
      assert.equal((await write(w.rival, 'one')).status, 201)
    } finally {
      await w.close()
    }
  })

  test('a packed file counts with what is in it once it is read', async () => {
    const w = await world({ settings: { TENANT_WRITE_BYTES_PER_DAY: '50000' } })
    try {
      const user = await w.user()
      const records = Array.from({ length: 100 }, (_, n) =>
        record({ uid: `${n}`, message: 'x'.repeat(1_000) }),
      )
      const packed = gzipSync(JSON.stringify(records))
      assert.ok(packed.length < 10_000, `${packed.length} bytes`)
      await ingest(user, packed)
      const roles = { data: { type: 'roles', attributes: { name: 'one' } } }
      assert.equal((await user.ask('POST', '/roles', roles)).fault.code, 'daily_share_used')
    } finally {
      await w.close()
    }
  })

  test('a scan waits while the disk is full, and runs once it has room', async () => {
    let [free, time, looks] = [room, Date.now(), 0]
    const api = await world({ settings: { WORKER: 'false' } })
    const { cloud, test } = api
    const worker = await world({
      test,
      cloud,
      now: () => time,
      sweepMs: 50,
      freeBytes: async () => {
        looks += 1
        return free
      },
    })
    const looked = (times: number) =>
      eventually('the worker looks at the disk again', () => {
        time += 2_000
        return looks >= times
      })
    try {
      const owner = api.acme
      const id = await owner.provider()
      await owner.scanOnly(id, 's3')
      free = 0
      await looked(looks + 1)
      const made = await owner.make('/scans', 'scans', {}, { provider: { type: 'providers', id } })
      await looked(looks + 2)
      const [scan] = (await owner.get('/scans')).items
      assert.equal(scan?.at('state'), 'available')
      free = room
      await looked(looks + 1)
      assert.equal((await owner.finished(made.id)).at('state'), 'completed')
    } finally {
      await worker.close()
      await api.close()
    }
  })
}
