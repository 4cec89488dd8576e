/** SIGTERM and SIGINT while a command starts or runs, also as process 1 of a container. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { asProcessOne, eventually, hasNamespaces } from '@plumbline/server/testing'
import { commandsWith, prints } from './testing/command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-signals-'))
const { plumbline, end } = commandsWith({ DATA_DIR: dataDir, WEB_APP: 'false' })

/** A database server that accepts connections and never answers. */
const silent = createServer().listen(0, '127.0.0.1')
const sockets = new Set<Socket>()
silent.on('connection', (socket) => sockets.add(socket.on('error', () => {})))
await once(silent, 'listening')
const url = `postgres://a@127.0.0.1:${(silent.address() as AddressInfo).port}/plumbline`
const connected = (): Promise<unknown> => once(silent, 'connection')

after(async () => {
  await end()
  for (const socket of sockets) socket.destroy()
  silent.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The process that unshare has started. */
const processOne = (unshare: number): Promise<number> =>
  eventually('unshare has a child', () =>
    Number(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8')),
  )

for (const command of ['serve', 'worker'])
  test(`${command} ends with 0 at a signal while its database does not answer`, async () => {
    const connection = connected()
    const started = plumbline([command], { DATABASE_URL: url })
    await connection
    started.child.kill('SIGTERM')
    assert.equal(await started.status, 0)
    assert.match(started.out(), /Stopping …\n$/)
    assert.equal(started.error(), '')
  })

test('serve as process 1 ends with 0 at a signal as soon as it has printed a line', async (context) => {
  if (!hasNamespaces(context)) return
  const started = plumbline(['serve'], { DATABASE_URL: url }, asProcessOne)
  await prints(started, /Plumbline is starting …\n/)
  process.kill(await processOne(started.child.pid ?? 0), 'SIGTERM')
  assert.equal(await started.status, 0)
  assert.match(started.out(), /Stopping …\n$/)
  assert.equal(started.error(), '')
})

for (const [signal, status] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)
  test(`a command that is not a server ends with ${status} at ${signal} as process 1`, async (context) => {
    if (!hasNamespaces(context)) return
    const connection = connected()
    const started = plumbline(['migrate'], { DATABASE_ADMIN_URL: url }, asProcessOne)
    await connection
    process.kill(await processOne(started.child.pid ?? 0), signal)
    assert.equal(await started.status, status)
  })

test('a command that handles signals itself stops by them as process 1', async (context) => {
  if (!hasNamespaces(context)) return
  const started = plumbline(['mcp', '--http', '0'], {}, asProcessOne)
  await eventually('it listens', () => started.error().startsWith('MCP at'))
  process.kill(await processOne(started.child.pid ?? 0), 'SIGTERM')
  assert.equal(await started.status, 0)
})

/** A server whose start never comes to its next step. */
const stuck = `
  import { Lifetime } from ${JSON.stringify(new URL('./lifetime.ts', import.meta.url).href)}
  await new Lifetime().run(() => new Promise(() => {
    setInterval(() => {}, 1_000)
    console.log('ready')
  }))`

for (const [signals, status] of [
  [1, 0],
  [2, 130],
] as const)
  test(`a start that does not come to its next step ends with ${status} after ${signals} signals`, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', stuck], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let sent = 0
    child.stdout.on('data', () => {
      if (sent < signals) child.kill('SIGTERM')
      sent += 1
    })
    const [code] = await once(child, 'exit')
    assert.equal(code, status)
  })
