/**
 * `npm run bench:ingest`: a file of OCSF records of 2 kB and more, from the upload's end to its last
 * finding in PostgreSQL, with the memory of the serving process. `--records 100000 --accounts 4`.
 * `--kills 10` kills that process so often at random moments, the same again by `--seed`, and counts
 * every record at the end: one that is lost, or there twice, is a failure; `--hold` makes
 * one of a missed aim too.
 */
import { mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Installation } from '../cli/testing/installation.ts'
import { Aims, holdOption } from './aims.ts'
import { seeded } from '../scanner/testing/index.ts'
import { processorSecondsOf, startEngine } from './bench-findings/engines.ts'
import { writeFile } from './bench-ingest/file.ts'
import { count, isDue, isOver, nextKill, progressOf, until } from './bench-ingest/kills.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '4' },
    kills: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    ...holdOption,
  },
})
const records = Number(values.records)
const accounts = Number(values.accounts)
const mostKills = Number(values.kills)
const leastPerSecond = 7_000
const aims = new Aims(values)
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Largest resident memory of a process so far, in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-ingest-'))
const engine = await startEngine('postgres')
const installation = new Installation(
  {
    DATA_DIR: folder,
    DATABASE_URL: engine.url ?? '',
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    INGESTION_MAX_BYTES: String(2 ** 34),
    ...(mostKills > 0 && { LEASE_SECONDS: '2' }), // else most of the time is waiting for the dead
  },
  false,
  async () => {},
  process.execArgv, // as the launcher starts the product: they bound its heap
)
let peak = 0

/** A moment, and the processor time that was used until then, in seconds. */
interface Mark {
  readonly ms: number
  readonly ours: number
  readonly database: number
}

const mark = async (): Promise<Mark> => ({
  ms: performance.now(),
  ours: processorSecondsOf(installation.pid),
  database: await engine.processorSeconds(),
})

const between = (a: Mark, b: Mark): Mark => ({
  ms: b.ms - a.ms,
  ours: b.ours - a.ours,
  database: b.database - a.database,
})

/** What a stage took for each record: where the sum of the processors is less than twice the clock, one waited. */
function report(stage: string, from: Mark, until: Mark): void {
  const { ms, ours, database } = between(from, until)
  const [clock, node, postgres] = [ms / 1_000, ours, database].map((seconds) =>
    ((seconds * 1e6) / records).toFixed(1),
  )
  say(`${stage}: ${clock} µs a record; processors: ours ${node} µs, the database's ${postgres} µs`)
}

/** Kills the process at random moments, three of ten while it reads; returns how many hit while it was working. */
async function kill(id: string): Promise<number> {
  const random = seeded(Number(values.seed))
  let ofReaders = Math.floor(mostKills * 0.3)
  let fallen = 0
  while (fallen < mostKills) {
    const before = await progressOf(installation, id)
    const plan = { remaining: mostKills - fallen, records, isOfReader: ofReaders > 0 }
    const next = nextKill(before, plan, random)
    if (next.stage === 'reading') ofReaders -= 1
    await until(installation, id, isDue(next))
    await sleep(random() * 500)
    const now = await progressOf(installation, id)
    if (isOver(now)) break
    peak = Math.max(peak, peakOf(installation.pid))
    await installation.crash()
    fallen += 1
    say(`killed while ${now.stage}, ${now.records} records on`)
    await installation.start()
  }
  return fallen
}

try {
  const path = join(folder, 'bench.jsonl')
  const bytes = await writeFile(path, { records, accounts })
  say(`${records} records, ${Math.round(bytes / records)} bytes each, ${accounts} accounts`)
  await installation.start()
  await installation.signUp('bench')
  const { client } = installation
  const form = new FormData()
  form.set('file', await openAsBlob(path), 'bench.jsonl')
  const headers = { Authorization: client.authorization }
  const started = await mark()
  const sent = await fetch(`${client.base}/ingestions`, { method: 'POST', headers, body: form })
  const { data } = (await sent.json()) as { data: { id: string } }
  const taken = await mark()
  const fallen = await kill(data.id)
  let read: Mark | undefined
  const ended = await until(installation, data.id, isOver, async ({ stage }) => {
    if (stage === 'recording') read ??= await mark()
  })
  const over = await mark()
  const { ms } = between(taken, over)
  say(`${ended.status}: ${ended.summary}`)
  const perSecond = Math.round((records / ms) * 1_000)
  const what = 'a first import, records a second'
  const judged =
    mostKills > 0 ? '' : `, aim ${leastPerSecond} ${aims.judge(what, perSecond >= leastPerSecond)}`
  say(`behind the upload ${Math.round(ms)} ms: ${perSecond} records/s of a first import${judged}`)
  say(`peak memory ${Math.round(Math.max(peak, peakOf(installation.pid)))} MB`)
  if (fallen === 0 && read) {
    report('upload', started, taken)
    report('reading', taken, read)
    report('recording', read, over)
    report('behind the upload', taken, over)
  }
  const { lost, double, differences } = await count(installation, engine, ended, records)
  for (const difference of differences) say(`differs: ${difference}`)
  say(`${fallen} kills (seed ${values.seed}): ${lost} lost, ${double} double`)
  const isWhole = lost === 0 && double === 0 && differences.length === 0
  aims.judge('every record once', isWhole && fallen >= mostKills)
  if (!isWhole || fallen < mostKills) process.exitCode = 1 // lost records are not a performance issue
  aims.close(say)
} finally {
  await installation.stop()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}
