import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { servePage } from '../../examples/own-stream/page.ts'
import { freshDatabase, prepareLogin } from '../bench-scan/database.ts'
import { freePort, type PostgresService, startNginx, startPostgres } from '../services.ts'
import { openBrowser } from './chromium.ts'
import { type Example, say, startExample } from './example.ts'

const operate = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs/operate', name), 'utf8')

const streamsInEach = 5 // of the six connections that a browser has for an origin
let postgres: PostgresService
let nginx: Awaited<ReturnType<typeof startNginx>>
let browser: Browser
let page: Awaited<ReturnType<typeof servePage>>
let accessLog = ''
const nodes: { port: number; node: Example }[] = []
let startNode: (port: number) => Promise<Example>

before(async () => {
  postgres = await startPostgres()
  await prepareLogin(postgres)
  const database = await freshDatabase(postgres, 'browsers')
  await database.close() // its address is all that is wanted
  page = await servePage(0)
  const shared = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    CORS_ORIGINS: page.address,
    EVENTSTREAM_PER_USER: '100',
    EVENTSTREAM_CONNECTS_PER_MINUTE: '10000',
    EVENTSTREAM_DRAIN_SECONDS: '2',
    WORKER: 'false',
  }
  startNode = (port) => startExample({ ...shared, PORT: String(port) })
  for (const port of [await freePort(), await freePort()])
    nodes.push({ port, node: await startNode(port) })
  const servers = nodes.map(({ port }) => `server 127.0.0.1:${port} max_fails=0;`).join(' ')
  nginx = await startNginx((port, folder) => {
    accessLog = join(folder, 'access.log')
    return `${operate('nginx-http.conf')}
      upstream plumbline { ${servers} keepalive 32; }
      server { listen 127.0.0.1:${port}; access_log ${accessLog} plumbline; ${operate('nginx-server.conf')} }`
  })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await nginx?.stop()
  for (const { node } of nodes) await node.stop()
  page?.close()
  await postgres?.stop()
})

/** What a page counts of its streams, read from inside it. */
interface Counts {
  readonly open: number
  readonly closed: number
  readonly opened: number
  readonly received: number
}

async function pageOfStreams(): Promise<Page> {
  const [first] = nodes
  const context = await browser.newContext() // separate connections, as in another browser
  const streams = await context.newPage()
  await streams.goto(`${page.address}/#api=none`)
  const url = `http://127.0.0.1:${nginx.port}/api/v1/notices/event-stream?access_token=${first?.node.token}`
  await streams.evaluate(
    ([address, count]) => {
      const counts = { open: 0, closed: 0, opened: 0, received: 0 }
      const sources = Array.from({ length: count }, () => new EventSource(address))
      for (const source of sources) {
        source.addEventListener('open', () => (counts.opened += 1))
        source.addEventListener('notice.created', () => (counts.received += 1))
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) counts.closed += 1
        })
      }
      const now = (): typeof counts => ({
        ...counts,
        open: sources.filter((source) => source.readyState === EventSource.OPEN).length,
      })
      Object.assign(window, { counts: now })
    },
    [url, streamsInEach] as const,
  )
  return streams
}
const countsOf = (streams: Page): Promise<Counts> =>
  streams.evaluate(() => (window as unknown as { counts: () => Counts }).counts())

const refusals = (): string =>
  readFileSync(accessLog, 'utf8')
    .split('\n')
    .filter((line) => line.includes('event-stream') && !line.includes('" 200 '))
    .join('\n')

async function allOpen(pages: readonly Page[]): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const counts = await Promise.all(pages.map(countsOf))
    assert.deepEqual(
      counts.map(({ closed }) => closed),
      counts.map(() => 0),
      `a stream is CLOSED; nginx answered:\n${refusals()}`,
    )
    if (counts.every(({ open }) => open === streamsInEach)) return
    await sleep(100)
  }
  assert.fail('The streams did not open again.')
}

test('restarting two nodes behind nginx, one after the other, leaves no stream CLOSED', async () => {
  const pages = [await pageOfStreams(), await pageOfStreams(), await pageOfStreams()]
  await allOpen(pages)
  const token = nodes[0]?.node.token ?? ''
  for (const place of nodes) {
    await place.node.stop()
    await allOpen(pages)
    place.node = await startNode(place.port)
    await sleep(1_000)
  }
  await allOpen(pages)
  const counts = await Promise.all(pages.map(countsOf))
  for (const { opened } of counts)
    assert.ok(opened > streamsInEach, 'the restart reached the streams')
  // Without a shared backend each node sends to its own listeners, and each listener receives one.
  for (const { node } of nodes) await say(node.api, token, 'We are back.')
  for (let attempt = 0; ; attempt += 1) {
    const received = (await Promise.all(pages.map(countsOf))).map((one) => one.received)
    if (received.every((count) => count === streamsInEach)) break
    assert.ok(attempt < 100, `received: ${received.join(', ')}`)
    await sleep(100)
  }
  const logs = readFileSync(accessLog, 'utf8') + nginx.log()
  assert.match(logs, /GET \/api\/v1\/notices\/event-stream HTTP/)
  assert.ok(!logs.includes(token.slice(-40)), 'no token is in a log of nginx')
})
