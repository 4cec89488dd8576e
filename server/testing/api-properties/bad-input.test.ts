/** Whatever is sent to an operation, the answer is one that its description declares, and never a 5xx. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { describeApi } from '../../describe-api.ts'
import { type Answered, type Client, type World, world } from '../index.ts'
import { answerChecker } from './answers.ts'
import { effort, isLong, rounds } from './effort.ts'
import { operationsOf } from './operations.ts'
import { heavyRequestsFor, type Request, requestsFor } from './requests.ts'
import { Senders } from './senders.ts'

const document = await describeApi()
const operations = operationsOf(document)
const check = answerChecker(document)
const perRound = isLong ? 25 : 8
const heavyPerRound = isLong ? 3 : 1
/** Of the main thread's processor time, which a slow machine and its other work do not stretch. */
const stallMs = 1_000
const longLeast = 1_000
const sent = new Map<string, number>()
const senders = new Senders('bent', () => w.user())
let longest = { ms: 0, name: '' }

let w: World
before(async () => {
  w = await world({ settings: { EVENTSTREAM_CONNECTS_PER_MINUTE: '100000' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const send = (who: Client, method: string, { url, body, headers }: Request): Promise<Answered> =>
  who.ask(method, url, body, headers, 'manual')

/** Everything that the main thread does for a request: reading and answering it, and being its client. */
async function occupied<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, ms: (user + system) / 1_000 }
}

for (const operation of operations) {
  test(`${operation.name} answers any input as declared (seed ${effort.seed})`, async () => {
    await rounds(async (round) => {
      const { client, rowIds } = await senders.current()
      const before = sent.get(operation.name) ?? 0
      let tried = 0
      const holds = async (request: Request): Promise<void> => {
        sent.set(operation.name, before + ++tried)
        const { result, ms } = await occupied(() => send(client, operation.method, request))
        assert.deepEqual(check(operation, result), [])
        if (ms > longest.ms) longest = { ms, name: operation.name }
        if (isLong) assert.ok(ms < stallMs, `occupied the main thread for ${Math.round(ms)} ms`)
      }
      const how = { seed: effort.seed + round, interruptAfterTimeLimit: 60_000, endOnFailure: true }
      const requests = requestsFor(document, operation, rowIds)
      await fc.assert(fc.asyncProperty(requests, holds), { ...how, numRuns: perRound })
      const heavy = heavyRequestsFor(document, operation, rowIds)
      await fc.assert(fc.asyncProperty(heavy, holds), { ...how, numRuns: heavyPerRound })
      senders.probed(operation)
      return tried
    }, longLeast)
  })
}

test('none of these requests left a 5xx in the log', (context) => {
  const counts = [...sent.values()]
  const all = counts.reduce((sum, count) => sum + count, 0)
  context.diagnostic(
    `${all} inputs to ${sent.size} operations, at least ${Math.min(...counts)} to each`,
  )
  context.diagnostic(`at most ${Math.round(longest.ms)} ms of the main thread: ${longest.name}`)
  const failed = w.logged.filter(
    ({ event }) => event === 'request failed' || event === 'invalid value reached the database',
  )
  assert.deepEqual(failed, [])
})
