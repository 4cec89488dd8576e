/** Whatever is sent to an operation, the answer is one that its description declares, and never a 5xx. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { describeApi } from '../../describe-api.ts'
import { type Answered, type Client, type World, world } from '../index.ts'
import { answerChecker } from './answers.ts'
import { effort, isLong, rounds } from './effort.ts'
import { operationsOf } from './operations.ts'
import { type Request, requestsFor } from './requests.ts'
import { Larder } from './stock.ts'

const document = await describeApi()
const operations = operationsOf(document)
const check = answerChecker(document)
const perRound = isLong ? 25 : 12
const longLeast = 1_000
const sent = new Map<string, number>()
const larder = new Larder('bent')

let w: World
let client: Client
before(async () => {
  w = await world({ settings: { EVENTSTREAM_CONNECTS_PER_MINUTE: '100000' } })
  client = await w.user()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const send = (who: Client, method: string, { url, body, headers }: Request): Promise<Answered> =>
  who.ask(method, url, body, headers)

/** What was sent may have ended the sender: whoever asks next is somebody who may. */
async function alive(): Promise<Client> {
  if ((await client.get('/roles')).status !== 200) client = await w.user()
  return client
}

for (const operation of operations) {
  test(`${operation.name} answers anything as it declares (seed ${effort.seed})`, async () => {
    await rounds(async (round) => {
      const who = await alive()
      const requests = requestsFor(document, operation, await larder.of(who))
      const before = sent.get(operation.name) ?? 0
      let tried = 0
      const holds = fc.asyncProperty(requests, async (request) => {
        sent.set(operation.name, before + ++tried)
        assert.deepEqual(check(operation, await send(who, operation.method, request)), [])
      })
      await fc.assert(holds, {
        seed: effort.seed + round,
        numRuns: perRound,
        interruptAfterTimeLimit: 60_000,
        endOnFailure: true,
      })
      larder.asked(operation)
      return tried
    }, longLeast)
  })
}

test('whoever sent all this left no 5xx in the log', (context) => {
  const counts = [...sent.values()]
  const all = counts.reduce((sum, count) => sum + count, 0)
  context.diagnostic(
    `${all} inputs to ${sent.size} operations, at least ${Math.min(...counts)} to each`,
  )
  const failed = w.logged.filter(
    ({ event }) => event === 'request failed' || event === 'value reached the database',
  )
  assert.deepEqual(failed, [])
})
