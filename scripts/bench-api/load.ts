/**
 * The load of `bench:api`, in a separate process so that its processor time is not the server's. Reads what to do from
 * its argument and prints what it measured, as JSON.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Target {
  readonly url: string
  readonly authorization: string
}

export interface Load {
  /** Requested in turn, repeatedly. */
  readonly targets: readonly Target[]
  readonly perSecond: number
  readonly seconds: number
}

export interface Measurement {
  /** Milliseconds of each request from the moment at which it was due, sorted. */
  readonly latencies: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
  /** Processor time of this process, in µs. */
  readonly microseconds: number
}

/** Connections stay open, as those of a client library do. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function ask({ url, authorization }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { Authorization: authorization } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/**
 * Each request is due at its own moment, whether or not those before it were answered: a server that
 * stalls is charged for all who wait meanwhile.
 */
async function run(load: Load): Promise<Measurement> {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const all: Promise<void>[] = []
  const startedMs = performance.now()
  for (let n = 0; n < load.perSecond * load.seconds; n += 1) {
    const due = startedMs + (n * 1_000) / load.perSecond
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    const target = load.targets[n % load.targets.length]
    if (!target) throw new Error('A load has a target.')
    all.push(
      ask(target).then((status) => {
        latencies.push(performance.now() - due)
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  await Promise.all(all)
  agent.destroy()
  const { user, system } = process.cpuUsage()
  return { latencies: latencies.toSorted((a, b) => a - b), statuses, microseconds: user + system }
}

const measurement = await run(JSON.parse(process.argv[2] ?? '') as Load)
process.stdout.write(JSON.stringify(measurement))
