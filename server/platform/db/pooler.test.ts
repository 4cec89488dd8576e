/**
 * Behind a connection pooler in transaction mode, another connection may serve each transaction. The pooler also refuses
 * start messages with settings that it does not know.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, test } from 'node:test'
import { freshDatabase, testEnvironment } from '../../testing/database.ts'
import { connectPostgres } from './connect.ts'
import { sql } from './sql.ts'
import { connectThread } from './thread-connection.ts'

/** The names of settings in the start message of a connection, and the names of its prepared statements. */
function read(sent: Buffer): { settings: string[]; prepared: string[]; texts: string[] } {
  const text = (from: number): string => sent.toString('utf8', from, sent.indexOf(0, from))
  const [settings, prepared, texts]: string[][] = [[], [], []]
  const start = sent.readInt32BE(0)
  for (let at = 8; at < start - 1; ) {
    const name = text(at)
    settings?.push(name)
    at += Buffer.byteLength(name) + 1
    at += Buffer.byteLength(text(at)) + 1
  }
  for (let at = start; at < sent.length; at += 1 + sent.readInt32BE(at + 1)) {
    if (sent.toString('latin1', at, at + 1) !== 'P') continue
    const name = text(at + 5)
    prepared?.push(name)
    texts?.push(text(at + 6 + Buffer.byteLength(name)))
  }
  return { settings: settings ?? [], prepared: prepared ?? [], texts: texts ?? [] }
}

if (testEnvironment.postgresAdmin !== null) {
  const { url, close } = await freshDatabase()
  after(close)
  const direct = new URL(url ?? '')
  const { hostname, port } = direct
  const connections: Buffer[][] = []
  const proxy = createServer((client) => {
    const sent: Buffer[] = []
    connections.push(sent)
    const server = connect(Number(port), hostname)
    client.on('data', (bytes) => {
      sent.push(bytes)
      server.write(bytes)
    })
    server.on('data', (bytes) => client.write(bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const through = new URL(direct)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as AddressInfo).port)

  test('behind a pooler, nothing is set, prepared or listened for beyond a transaction', async () => {
    const settings = { url: through.href, poolSize: 3, statementTimeoutMs: 5_000, isPooled: true }
    const database = await connectPostgres(settings)
    const names = ['timezone', 'datestyle', 'jit', 'statement_timeout', 'lock_timeout']
    for (let time = 0; time < 4; time += 1) {
      const rows = await database.outsideTenants((tx) =>
        tx.rows(sql`
          select name, setting from pg_settings where lower(name) = any(${names}::text[]) order by lower(name)`),
      )
      deepEqual(rows, [
        { name: 'DateStyle', setting: 'ISO, MDY' },
        { name: 'jit', setting: 'off' },
        { name: 'lock_timeout', setting: '2500' },
        { name: 'statement_timeout', setting: '5000' },
        { name: 'TimeZone', setting: 'UTC' },
      ])
    }
    equal(
      database.listen('test', () => {}),
      false,
    )
    const thread = await connectThread(database.threadAddress())
    const tenant = '00000000-0000-4000-8000-000000000001'
    for (let time = 0; time < 3; time += 1)
      deepEqual(await thread.run(tenant, 'select 1 as one', []), [{ one: 1 }])
    await thread.close()
    await database.close()
    ok(connections.length > 1)
    for (const connection of connections) {
      const sent = read(Buffer.concat(connection))
      deepEqual(
        sent.settings.filter(
          (name) => !/^(user|database|application_name|client_encoding)$/.test(name),
        ),
        [],
      )
      ok(sent.prepared.length > 2)
      deepEqual(new Set(sent.prepared), new Set(['']))
      equal(sent.texts.filter((text) => /^(set|listen)\b/i.test(text)).length, 0)
    }
  })
}
