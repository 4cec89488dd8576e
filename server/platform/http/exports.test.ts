/** Files of lists over HTTP, from a scripted walk: how much memory it takes, and how it ends. */
import { equal, ok } from 'node:assert/strict'
import { get as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { forbidden, type Query, resource, text } from '@plumbline/jsonapi'
import { isWhole } from '@plumbline/scanner/testing'
import type { Identity } from '../auth/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Caller } from '../tenancy/index.ts'
import { heldBytes } from '../../testing/memory.ts'
import { exportsOf } from './exports.ts'
import { serve } from './index.ts'
import type { Pace } from './connections.ts'

const words = resource('words', { attributes: { word: text } })
const mb = 2 ** 20
/** A batch is a megabyte of text. */
const batch = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))

interface Walked {
  /** Batches read so far. */
  count: number
  /** Transactions open now, and most of them ever. */
  open: number
}
interface Source {
  readonly batches: number
  /** Runs before each batch. */
  readonly before?: (count: number) => void
  readonly pace?: Pace
}

async function served(t: TestContext, { batches, before, pace }: Source) {
  const walked: Walked = { count: 0, open: 0 }
  const lines: string[] = []
  const record = (event: string): void => void lines.push(event)
  const log: Log = { info: record, warn: record, error: record }
  const file = exportsOf<typeof words, string>(words, async () => {
    walked.count += 1
    before?.(walked.count)
    return { rows: batch, place: walked.count < batches ? ['on'] : undefined }
  }, [
    {
      mediaType: 'text/csv',
      extension: 'csv',
      writing: () => ({ head: '', record: (row) => row, between: '\n', tail: '\nend\n' }),
    },
  ])
  const inCaller = async <T>(work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> => {
    walked.open += 1
    try {
      return await work({} as unknown as Tx, {} as unknown as Caller)
    } finally {
      walked.open -= 1
    }
  }
  const query = {} as unknown as Query<typeof words>
  const context = { query, params: {}, id: '', inCaller }
  const app = serve(
    [
      {
        method: 'GET',
        path: '/words',
        may: 'any_member',
        kind: 'list',
        status: 200,
        summary: '',
        tag: '',
        operationId: '',
        run: ({ search, ...exchange }) => {
          const identity = { tenantId: search, userId: `user of ${search}` } as Identity
          return file.answer('text/csv', {
            ...context,
            exchange: { ...exchange, search: '' },
            identity,
          })
        },
      },
    ],
    {
      database: {} as unknown as Database,
      authenticate: () => Promise.reject(new Error('not here')),
      loaders: new Map(),
    },
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      trustedProxies: [],
      corsOrigins: [],
      ...(pace && { pace }),
    },
    log,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/words`
  const opened = (tenant = 'a'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      ask(`${url}?${tenant}`, { agent: false }, resolve).on('error', reject)
    })
  return { walked, lines, opened, close: () => app.close() }
}

/** Reads to the end; returns bytes, the last text and the error code. `look` is called each 20 MB. */
async function read(answer: IncomingMessage, look: () => void = () => {}) {
  let [bytes, end, looked] = [0, '', 0]
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length
      end = part.toString('latin1').slice(-5)
      if (bytes < looked + 20 * mb) continue
      looked = bytes
      look()
    }
  } catch (error) {
    return { bytes, end, broken: (error as NodeJS.ErrnoException).code }
  }
  return { bytes, end, broken: undefined }
}
/** Waits until the read-ahead is done: the count is stable. */
async function stableCount(walked: Walked): Promise<number> {
  for (let last = -1; last !== walked.count; ) {
    last = walked.count
    await sleep(200)
  }
  return walked.count
}

test('a large file is written from memory that does not grow with it', async (t) => {
  const batches = isWhole ? 600 : 150
  const { opened } = await served(t, { batches })
  const held: number[] = []
  const { bytes, end, broken } = await read(await opened(), () => held.push(heldBytes()))
  equal(broken, undefined)
  equal(end, '\nend\n')
  ok(bytes > batches * 0.95 * mb)
  const inMb = held.map((size) => Math.round(size / mb))
  t.diagnostic(`${inMb.join(', ')} MB held`)
  // Read-ahead batches vary; the minimum of all measurements shows what stays.
  const half = held.length >> 1
  const grown = Math.min(...held.slice(half)) - Math.min(...held.slice(0, half))
  ok(grown < 30 * mb, `${grown} bytes grown`)
})

test('a reader that stops is read ahead for by a few batches, and no transaction is open meanwhile', async (t) => {
  const { opened, walked } = await served(t, { batches: 100 })
  const answer = await opened()
  const ahead = await stableCount(walked)
  ok(ahead < 20, `${ahead} batches`)
  equal(walked.open, 0)
  equal((await read(answer)).end, '\nend\n')
  equal(walked.count, 100)
})

test('a reader that leaves ends the walk', async (t) => {
  const { opened, walked, lines } = await served(t, { batches: 1_000 })
  const answer = await opened()
  answer.destroy()
  ok((await stableCount(walked)) < 20)
  ok(!lines.includes('response aborted'))
})

test('disconnects a client that reads nothing for too long', async (t) => {
  const { opened, walked } = await served(t, {
    batches: 1_000,
    pace: { everyMs: 300, leastBytes: 1 },
  })
  const answer = await opened()
  const disconnected = new Promise((resolve) => answer.once('error', resolve))
  await stableCount(walked)
  answer.read(1)
  await sleep(1_000)
  answer.resume()
  await disconnected
  ok((await stableCount(walked)) < 20)
})

test('a file that cannot go on breaks off: its reader never takes it for whole', async (t) => {
  const { opened, lines } = await served(t, {
    batches: 100,
    before: (count) => {
      if (count === 50) throw forbidden()
    },
  })
  const answer = await opened()
  equal(answer.statusCode, 200)
  const { broken, end } = await read(answer)
  equal(broken, 'ECONNRESET')
  ok(end !== '\nend\n')
  ok(lines.includes('response aborted'))
})

test('what is wrong from the beginning is a document', async (t) => {
  const { opened } = await served(t, {
    batches: 100,
    before: () => {
      throw forbidden()
    },
  })
  const answer = await opened()
  equal(answer.statusCode, 403)
  equal(answer.headers['content-type'], 'application/vnd.api+json')
  answer.resume()
})

test('a tenant has four files at a time; one that ends frees its place', async (t) => {
  const { opened } = await served(t, { batches: 100 })
  const four = await Promise.all([opened(), opened(), opened(), opened()])
  const fifth = await opened()
  equal(fifth.statusCode, 429)
  ok(fifth.headers['retry-after'])
  fifth.resume()
  for (const answer of four) answer.destroy()
  let status: number | undefined = 429
  for (let n = 0; n < 500 && status === 429; n += 1) {
    await sleep(20)
    const next = await opened()
    status = next.statusCode
    next.destroy()
  }
  equal(status, 200)
})

test('a reader that takes a little now and then, only to hold its place, is disconnected too', async (t) => {
  const { opened } = await served(t, {
    batches: 1_000,
    pace: { everyMs: 2_000, leastBytes: 200 * mb },
  })
  const answer = await opened()
  for (let n = 0; n < 200 && !answer.destroyed; n += 1) {
    for (let taken = 0; taken < 10; taken += 1) answer.read()
    await sleep(100)
  }
  ok(answer.destroyed, 'it still holds its place after ten such times')
})

test('four tenants that do not read their exports leave a slot for the fifth', async (t) => {
  const { opened } = await served(t, { batches: 100 })
  const crowd = ['a', 'b', 'c', 'd'].flatMap((tenant) =>
    Array.from({ length: 4 }, () => opened(tenant)),
  )
  for (const answer of await Promise.all(crowd)) equal(answer.statusCode, 200)
  const fifth = await opened('e')
  equal(fifth.statusCode, 200)
  fifth.destroy()
  for (const answer of await Promise.all(crowd)) answer.destroy()
})

test('a stop does not wait for a file, and its reader notices', async (t) => {
  const { opened, close } = await served(t, { batches: 1_000 })
  const answer = await opened()
  const [{ broken }] = await Promise.all([read(answer), close()])
  equal(broken, 'ECONNRESET')
})
