/**
 * The crowd of `bench:fair`: one tenant's many clients, each of which sends its next request after each response, until
 * SIGTERM. Its arguments are the address, the Authorization header and how many they are.
 */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [url = '', authorization = '', clients = '600'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const counts: Record<string, number> = {}
const stopping = new AbortController()
const { signal } = stopping

/** Each request is unique, so that no response comes from a cache. */
const ask = (): Promise<{ status: number; waitSeconds: number }> =>
  new Promise((resolve, reject) => {
    const word = randomBytes(4).toString('hex')
    const headers = { Authorization: authorization }
    request(url.replace('WORD', word), { agent, headers, signal }, (answer) => {
      answer.resume().on('end', () => {
        const waitSeconds = Number(answer.headers['retry-after'] ?? 0)
        resolve({ status: answer.statusCode ?? 0, waitSeconds })
      })
    })
      .on('error', reject)
      .end()
  })

async function client(): Promise<void> {
  while (!signal.aborted) {
    const { status, waitSeconds } = await ask()
    counts[status] = (counts[status] ?? 0) + 1
    if (waitSeconds > 0) await sleep(waitSeconds * 1_000, undefined, { signal })
  }
}

process.on('SIGTERM', () => stopping.abort())
const all = Array.from({ length: Number(clients) }, () => client())
process.stdout.write('started\n')
await Promise.allSettled(all)
process.stderr.write(`  the crowd was answered ${JSON.stringify(counts)}\n`)
