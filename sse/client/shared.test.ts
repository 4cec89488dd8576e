import { deepEqual, equal } from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { memoryBackend } from '../backends/memory.ts'
import { Hub } from '../hub.ts'
import { serve, type TestServer, until } from '../testing/server.ts'
import { acmeScan, scanProgress } from '../testing/world.ts'
import type { Listener } from './listen.ts'
import { listenShared } from './shared.ts'

type Page = { readonly log: string[]; readonly listener: Listener }

let browsers = 0

/** Pages of one browser: real Web Locks and BroadcastChannel, both of which Node has. */
async function browser(
  context: TestContext,
): Promise<{ hub: Hub; server: TestServer; page: () => Page }> {
  const hub = new Hub({ backend: memoryBackend(), streams: [scanProgress] })
  const server = await serve(hub, [acmeScan])
  browsers += 1
  const name = `browser ${browsers}`
  const pages: Page[] = []
  context.after(async () => {
    for (const { listener } of pages) listener.close()
    await server.close()
  })
  const page = (): Page => {
    const log: string[] = []
    const listener = listenShared<typeof scanProgress>({
      name,
      url: server.url,
      on: { 'scan.progress': ({ checked }) => void log.push(`${checked}`) },
      onOpen: () => void log.push('open'),
      onGap: () => void log.push('gap'),
      onLost: () => void log.push('lost'),
      onStop: ({ status }) => void log.push(`stop ${status}`),
      sleep: async () => {},
    })
    pages.push({ log, listener })
    return { log, listener }
  }
  return { hub, server, page }
}

const open = (...pages: Page[]): Promise<void> =>
  until('every page is open', () => pages.every(({ log }) => log.includes('open')))

test('all pages of a browser hear the stream over one connection', async (context) => {
  const { hub, server, page } = await browser(context)
  const pages = [page(), page(), page()]
  await open(...pages)
  const late = page()
  await open(late)
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  await until('all hear it', () => [...pages, late].every(({ log }) => log.includes('1')))
  for (const { log } of [...pages, late]) deepEqual(log, ['open', '1'])
  equal(server.requests.length, 1)
})

test('when the listening page goes, another takes over and every page refetches', async (context) => {
  const { hub, server, page } = await browser(context)
  const leader = page()
  await open(leader)
  const others = [page(), page()]
  await open(...others)
  leader.listener.close()
  await until('the others know of the gap', () => others.every(({ log }) => log.includes('gap')))
  hub.send(acmeScan, 'scan.progress', { checked: 2, total: 2 })
  await until('they hear on', () => others.every(({ log }) => log.includes('2')))
  for (const { log } of others) deepEqual(log, ['open', 'gap', '2'])
  deepEqual(leader.log, ['open'])
  equal(server.requests.length, 2)
})

test('a connection that is cut is known to be so on every page, until it is there again', async (context) => {
  const { server, page } = await browser(context)
  const pages = [page(), page()]
  await open(...pages)
  server.cut()
  await until('both are back', () => pages.every(({ log }) => log.includes('gap')))
  for (const { log } of pages) deepEqual(log, ['open', 'lost', 'gap'])
})

test('a stream that ends for good ends for every page, and nobody asks again', async (context) => {
  const { server, page } = await browser(context)
  const pages = [page(), page()]
  await open(...pages)
  server.next((_request, response) => void response.writeHead(403).end())
  server.cut()
  await until('both stop', () => pages.every(({ log }) => log.includes('stop 403')))
  equal(server.requests.length, 2)
})

test('streams of other names do not mix', async (context) => {
  const one = await browser(context)
  const two = await browser(context)
  const mine = one.page()
  const theirs = two.page()
  await open(mine, theirs)
  one.hub.send(acmeScan, 'scan.progress', { checked: 7, total: 9 })
  await until('mine hears it', () => mine.log.includes('7'))
  deepEqual(theirs.log, ['open'])
})
