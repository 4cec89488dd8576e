/** Sending files as an attacker, a crash or a slow network would. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseError } from '../../platform/db/index.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { member, revoke } from '../../testing/member.ts'
import { beginScans } from './accounts.ts'
import { account, record, send, ended } from './testing/files.ts'

/** No worker runs: uploaded files stay stored. */
const resting = { WORKER: 'false' }
let w: World
before(async () => {
  w = await world({ settings: resting })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const good = JSON.stringify([record({ uid: 'a' }), record({ uid: 'b' })])
const opening =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n'
const closing = '\r\n--x--\r\n'

interface OpenUpload {
  readonly sent: ClientRequest
  readonly answered: Promise<IncomingMessage>
}

/** An upload whose end is still to come. */
function begin({ base, authorization }: Client, content = good.slice(0, 40)): OpenUpload {
  const sent = request(`${base}/ingestions`, {
    method: 'POST',
    agent: false,
    headers: { Authorization: authorization, 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  answered.catch(() => {})
  sent.write(opening + content)
  return { sent, answered }
}
const folderOf = ({ tenantId }: Client, of = w): string =>
  join(of.config.dataDir, 'ingestions', tenantId)
function filesOf(client: Client, of = w): string[] {
  try {
    return readdirSync(folderOf(client, of))
  } catch {
    return []
  }
}
async function until(what: string, holds: () => boolean): Promise<void> {
  for (let n = 0; n < 600; n += 1) {
    if (holds()) return
    await sleep(50)
  }
  throw new Error(`${what} did not come to be.`)
}

const descriptors = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd)).includes('/ingestions/')
    } catch {
      return false
    }
  }).length

test('uploads of one file with one Idempotency-Key make one ingestion, and another file is refused', async () => {
  const user = await w.user()
  const once = (content: string) => send(user, content, { headers: { 'Idempotency-Key': 'once' } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => once(good)))
  for (const { status, fault } of answers.filter((one) => one.status !== 202))
    ok(status === 429 || fault.code === 'request_running', `${status} ${fault.code}`)
  const first = answers.find(({ status }) => status === 202)
  const again = await once(good)
  deepEqual([again.status, again.item.id], [202, first?.item.id])
  equal(again.headers.get('idempotency-replayed'), 'true')
  const other = await once(good.replace('"a"', '"c"'))
  deepEqual([other.status, other.fault.code], [422, 'idempotency_key_reused'])
  equal((await user.get('/ingestions')).count, 1)
  equal(filesOf(user).length, 1, 'what is not kept is removed')
  equal((await send(user, good)).status, 202, 'without a key it is another ingestion')
  const key = { 'Idempotency-Key': 'x'.repeat(256) }
  equal((await send(user, good, { headers: key })).status, 400)
})

test('interrupted uploads leave no open file', {
  skip: process.platform !== 'linux',
}, async () => {
  const user = await w.user()
  for (let n = 0; n < 50; n += 1) {
    const { sent } = begin(user)
    await until('the file', () => filesOf(user).length === 1)
    sent.destroy()
    await until('its end', () => filesOf(user).length === 0)
  }
  await until('no open file', () => descriptors() === 0)
})

test('a permission removed during an upload is checked again at its end', async () => {
  const user = await w.user()
  const { client, roleId } = await member(w, user, ['unlimited_visibility', 'manage_ingestions'])
  const { sent, answered } = begin(client, good.slice(0, 40))
  await until('the file', () => filesOf(user).length === 1)
  await revoke(w, roleId, 'manage_ingestions')
  sent.end(good.slice(40) + closing)
  equal((await answered).statusCode, 403)
  equal((await user.get('/ingestions')).count, 0)
  deepEqual(filesOf(user), [])
})

test('a tenant sends four files at a time, and whoever else sends is not kept waiting', async () => {
  const user = await w.user()
  const crowd = Array.from({ length: 4 }, () => begin(user))
  await until('four files', () => filesOf(user).length === 4)
  const fifth = await send(user, good)
  deepEqual([fifth.status, fifth.fault.code], [429, 'throttled'])
  ok(Number(fifth.headers.get('retry-after')) > 0)
  equal((await send(w.rival, good)).status, 202)
  for (const { sent } of crowd) sent.destroy()
  await until('their end', () => filesOf(user).length === 0)
  equal((await send(user, good)).status, 202)
})

test('files waiting to be recorded use a limited amount of disk space for each tenant', async () => {
  const own = await world({
    settings: { ...resting, INGESTION_TENANT_BYTES: '1000000' },
    test: w.test,
  })
  try {
    const user = await own.user()
    equal((await send(user, good.padEnd(600_000))).status, 202)
    const refused = await send(user, good.padEnd(600_000))
    deepEqual([refused.status, refused.fault.code], [429, 'too_much_waiting'])
    ok(Number(refused.headers.get('retry-after')) > 0)
    const { sent, answered } = begin(user, good.padEnd(600_000))
    sent.end(closing)
    equal((await answered).statusCode, 429, 'nor when its length is not declared')
    const many = await Promise.all([1, 2, 3].map(() => send(user, good.padEnd(200_000))))
    equal(many.filter(({ status }) => status === 202).length, 1, 'at once they take no more')
    equal((await send(own.rival, good.padEnd(600_000))).status, 202)
    equal(filesOf(user, own).length, 2)
  } finally {
    await own.close()
  }
})

test('a disk that is nearly full takes no file', async () => {
  const own = await world({
    settings: { ...resting, DISK_FREE_BYTES: String(2 ** 49) },
    freeBytes: async () => 2 ** 50, // only the store of files is full
    test: w.test,
  })
  try {
    const refused = await send(own.acme, good)
    deepEqual([refused.status, refused.fault.code], [507, 'no_space'])
    deepEqual(filesOf(own.acme, own), [])
  } finally {
    await own.close()
  }
})

/** A database that is lost once an ingestion is written, as a killed process would leave it. */
function dying(database: Database): Database {
  let isDead = false
  return {
    ...database,
    inTenant(tenantId, work) {
      if (isDead) return Promise.reject(new DatabaseError('The process was killed.', '57P01'))
      let isLast = false
      const noted = database.inTenant(tenantId, (tx) =>
        work({
          ...tx,
          run(statement) {
            isLast ||= statement.strings.join('').includes('insert into ingestions')
            return tx.run(statement)
          },
        }),
      )
      return noted.finally(() => {
        isDead ||= isLast
      })
    },
  }
}

test('a process that is killed behind the row of a file has queued it too', async () => {
  const own = await world({
    settings: resting,
    test: { ...w.test, database: dying(w.test.database) },
  })
  try {
    await send(own.acme, good)
    const rows = await w.test.administer(`
      select i.state, t.state as task
        from ingestions i left join tasks t on t.tenant_id = i.tenant_id and t.id = i.task_id
       where i.tenant_id = '${own.acme.tenantId}'`)
    deepEqual(rows, [{ state: 'pending', task: 'available' }])
    equal(filesOf(own.acme, own).length, 1)
  } finally {
    await own.close()
  }
})

test('a file that was taken and never queued is queued by the next sweep', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const restarted = await world({ settings: { ...resting, DATA_DIR: dataDir }, test: w.test })
  const { id } = (await send(restarted.acme, good)).item
  await w.test.administer(`
    delete from tasks where tenant_id = '${restarted.acme.tenantId}';
    update ingestions set task_id = null, requested_at = now() - interval '1 hour' where id = '${id}'`)
  const next = await world({ settings: { DATA_DIR: dataDir, LEASE_SECONDS: '2' }, test: w.test })
  try {
    equal((await ended(restarted.acme, id)).text('status'), 'completed')
  } finally {
    await next.close()
    await restarted.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('whoever has lost sight of an account writes none of its findings by a file that he sent before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const settings = { DATA_DIR: dataDir }
  const resting = await world({ settings: { ...settings, WORKER: 'false' }, test: w.test })
  const user = await resting.user()
  await user.make('/providers', 'providers', { provider: 'aws', uid: account })
  const { client, roleId } = await member(resting, user, [
    'unlimited_visibility',
    'manage_ingestions',
  ])
  const { id } = (await send(client, good)).item
  await revoke(resting, roleId, 'unlimited_visibility')
  const working = await world({ settings, test: w.test })
  try {
    equal((await ended(user, id)).text('status'), 'failed')
    const [error] = (await user.get(`/ingestions/${id}/errors`)).items
    equal(error?.text('code'), 'permission_denied')
    equal((await user.get('/findings/latest')).count, 0)
  } finally {
    await working.close()
    await resting.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('an account that somebody else connects while a file is read is not the sender’s to write to', async () => {
  const user = await w.user()
  await user.make('/providers', 'providers', { provider: 'aws', uid: account })
  const { client } = await member(w, user, ['manage_ingestions'])
  const { id } = (await send(client, good)).item
  const section = { records: 1, oldest: 0, units: [], from: 0, until: 0 }
  const read = { part: 0, provider: 'aws', uid: account, name: '', ...section }
  const sent = { id, user_id: client.userId, file_name: 'a', sees_all: false }
  await rejects(
    w.test.database.inTenant(user.tenantId, (tx) =>
      beginScans(tx, sent, { accounts: [read], file: 'sorted1' }),
    ),
    { code: 'permission_denied' },
  )
})
