/** The questions about a whole installation: a worker that publishes, and reads beside idle streams. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, prepareLogin } from '../bench-scan/database.ts'
import { postgresProgram, redisProgram, startPostgres, startRedis } from '../services.ts'
import { type Contender, ofInstallation, ours, type Payload } from './contenders.ts'
import { type Cost, lockstep, median, paced, processorUs } from './measure.ts'
import { among, type Bench, listening, p99Ms, rounds, row, table, verdict } from './questions.ts'

const payload: Payload = { fillerBytes: 16 }

/** The API whose listeners hear what a worker publishes: two processes over PostgreSQL and Redis. */
async function split(): Promise<Contender & { readonly worker: Contender }> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    const postgres = await startPostgres()
    stops.push(() => postgres.stop())
    await prepareLogin(postgres)
    const database = await freshDatabase(postgres, 'bench_sse')
    stops.push(() => database.close())
    const redis = await startRedis()
    stops.push(() => redis.stop())
    const settings = {
      DATABASE_URL: database.url,
      VALKEY_URL: `redis://127.0.0.1:${redis.port}`,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    const api = await ofInstallation(payload, settings)
    stops.push(() => api.stop())
    const worker = await ofInstallation(payload, settings, api.tenantId)
    stops.push(() => worker.stop())
    const publish = (sentUs: number): void => worker.publish(sentUs)
    return { ...api, name: 'worker over Redis', publish, worker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function workerOverRedis(bench: Bench): Promise<void> {
  const events = Math.max(50, Math.round(100_000 / bench.listeners))
  bench.say(
    `\nWorker: events of a worker process, heard by ${bench.listeners} listeners of the API`,
  )
  if (!postgresProgram() || !redisProgram()) {
    bench.say('  SKIPPED: PostgreSQL or Redis is not installed (Debian: postgresql, redis-server).')
    return
  }
  const load = { perSecond: 100, seconds: bench.seconds }
  await among([ours(payload), split()], async (contenders) => {
    bench.say(`  ${events} events in lockstep; processor time of the API's process:`)
    const costs = await rounds(bench, contenders, (contender) =>
      listening(bench, contender, [bench.listeners], async (group) => {
        await lockstep(contender, group, 20)
        return lockstep(contender, group, events)
      }),
    )
    table(bench, costs)
    const apart = contenders.filter(({ name }) => name === 'worker over Redis')
    bench.say(`  ${load.perSecond} events a second:`)
    const evenly = await rounds(bench, apart, (contender) =>
      listening(bench, contender, [bench.listeners], async (group) => {
        await lockstep(contender, group, 20)
        return paced(contender, group, load)
      }),
    )
    table(bench, evenly)
    const all: readonly Cost[] = [...evenly.values()].flat()
    verdict(bench, 'p99 from a worker’s publish to receive', p99Ms(all), [20, ' ms'])
  })
}

/** Processor time of the server for each GET, in µs. Every answer is computed: only bodies are compared by clients. */
async function costOfReads(
  { port, pid, authorization }: Contender,
  reads: number,
): Promise<number> {
  const before = processorUs(pid)
  for (let read = 0; read < reads; read += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/providers`, {
      headers: { Authorization: authorization },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The API answered ${answer.status}.`)
  }
  return (processorUs(pid) - before) / reads
}

export async function readsBesideIdle(bench: Bench): Promise<void> {
  const reads = 1_000
  bench.say(
    `\nReads: ${reads} repeated GET /providers, with and without ${bench.streams} idle streams`,
  )
  await among([ours(payload)], async ([contender]) => {
    if (!contender) return
    await listening(bench, contender, [bench.streams], () => costOfReads(contender, reads)) // until it is warm
    const alone: number[] = []
    const beside: number[] = []
    const idle = async (): Promise<void> =>
      void beside.push(
        await listening(bench, contender, [bench.streams], async () => {
          await sleep(1_000) // the remaining work of connecting is not an idle cost
          return costOfReads(contender, reads)
        }),
      )
    const without = async (): Promise<void> => {
      await sleep(1_000)
      alone.push(await costOfReads(contender, reads))
    }
    for (let round = 0; round < Math.max(3, bench.rounds); round += 1)
      for (const one of round % 2 === 0 ? [without, idle] : [idle, without]) await one()
    row(bench, ['', 'µs median'])
    row(bench, ['without streams', median(alone).toFixed(0)])
    row(bench, [`${bench.streams} idle streams`, median(beside).toFixed(0)])
    const what = `repeated GET /providers beside ${bench.streams} idle streams, as a ratio of processor time`
    verdict(bench, what, median(beside) / median(alone), [1.2])
  })
}
