/**
 * Processes that die by SIGKILL while they read and record a file: nothing is lost, nothing is doubled.
 * On PostgreSQL the worker is killed beside a living API; on the embedded database the one process is.
 */
import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Answered, type Item, eventually } from '@plumbline/server/testing'
import { isWhole, seeded, testSeed } from '@plumbline/scanner/testing'
import { Installation } from './testing/installation.ts'

const random = seeded(testSeed) // the moments of the kills
const kills = isWhole ? 10 : 2
const perAccount = isWhole ? 4_500 : 2_000
const accounts = ['210987654321', '210987654322']
/** One unit that takes many transactions, and many that take one. */
const unitOf = (at: number): [service: string, region: string] =>
  at % 3 > 0 ? ['ec2', 'eu-west-1'] : [`service${at % 10}`, `region-${at % 7}`]

let installation: Installation

before(async () => {
  installation = await Installation.prepare({
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    LEASE_SECONDS: '2',
  })
  await installation.start()
  await installation.signUp('importing')
})
after(() => installation.stop())

function file(number: number): string {
  const lines: string[] = []
  for (let at = 0; at < perAccount; at += 1) {
    const [service, region] = unitOf(at)
    for (const account of accounts) {
      const uid = `${account}-${at}-${number}`
      lines.push(
        JSON.stringify({
          class_uid: 2004,
          time: Date.UTC(2026, 0, 15),
          severity_id: 1 + (at % 5),
          status_code: at % 2 === 0 ? 'FAIL' : 'PASS',
          metadata: { version: '1.5.0', event_code: `check_${at % 40}` },
          finding_info: { uid },
          cloud: { provider: 'aws', account: { uid: account }, region },
          resources: [
            {
              uid: `arn:${account}:${at % 500}-${number}`,
              group: { name: service },
              data: { metadata: { at } },
            },
          ],
        }),
      )
    }
  }
  return lines.join('\n')
}

async function send(content: string): Promise<string> {
  const { base, authorization } = installation.client
  const body = new FormData()
  body.set('file', new Blob([content]), 'large.jsonl')
  const headers = { Authorization: authorization }
  const response = await fetch(`${base}/ingestions`, { method: 'POST', headers, body })
  return new Answered(response.status, response.headers, await response.text()).item.id
}

const ingestionOf = async (id: string): Promise<Item> =>
  (await installation.client.get(`/ingestions/${id}`)).item

async function ended(id: string): Promise<Item> {
  return eventually('the end of the import', async () => {
    const item = await ingestionOf(id)
    return hasEnded(item) && item
  })
}

const hasEnded = (item: Item): boolean => /completed|failed/.test(item.text('status'))

const shownOf = async (id: string): Promise<string> => {
  const item = await ingestionOf(id)
  return JSON.stringify([item.text('status'), item.object('summary')])
}

/** Waits until more of the file is read or recorded than `before`, or it has ended: a kill is to fall into work. */
async function moved(id: string, before: string): Promise<void> {
  await eventually(
    'more of the file',
    async () => (await shownOf(id)) !== before || hasEnded(await ingestionOf(id)),
  )
}

const count = async (path: string): Promise<number> => (await installation.client.get(path)).count

/** Kills workers while they read and record the file, at most so often; returns the number of kills. */
async function killing(id: string, most: number): Promise<number> {
  let stood = ''
  for (let killed = 0; killed < most; killed += 1) {
    await moved(id, stood)
    await sleep(random() * 300)
    if (hasEnded(await ingestionOf(id))) return killed
    await installation.crash()
    await installation.start()
    stood = await shownOf(id) // what a dead worker had recorded is not its successor's work
  }
  return most
}

test('files whose workers are killed at random moments are recorded once, and all of them', async () => {
  const total = perAccount * accounts.length
  let killed = 0
  let files = 0
  while (killed < kills) {
    const id = await send(file(files))
    killed += await killing(id, kills - killed)
    const done = await ended(id)
    files += 1
    const errors = (await installation.client.get(`/ingestions/${id}/errors`)).text
    equal(done.text('status'), 'completed', `${errors} (seed ${testSeed})`)
    deepEqual(done.object('summary'), {
      total,
      processed: total,
      outdated: 0,
      duplicate: 0,
      invalid: 0,
    })
    equal(await count('/findings/latest?page[size]=1'), total * files)
    equal(await count('/findings/latest?page[size]=1&filter[status]=FAIL'), (total * files) / 2)
    equal(await count('/findings/latest?page[size]=1&filter[delta]=new'), total * files)
    for (const scan of done.linked('scans'))
      equal(await count(`/findings?page[size]=1&filter[scan]=${scan}`), perAccount)
    equal(await count('/resources?page[size]=1'), resources() * files)
  }
  const again = await ended(await send(file(0)))
  deepEqual(again.object('summary'), {
    total,
    processed: total,
    outdated: 0,
    duplicate: 0,
    invalid: 0,
  })
  equal(await count('/findings/latest?page[size]=1'), total * files)
})

/** A resource is one by its uid and region. */
function resources(): number {
  const keys = new Set<string>()
  for (let at = 0; at < perAccount; at += 1) keys.add(`${at % 500} ${unitOf(at)[1]}`)
  return keys.size * accounts.length
}
