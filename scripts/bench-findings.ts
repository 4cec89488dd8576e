/**
 * `npm run bench:findings`: how fast scans are recorded, how many bytes an observation costs, and how
 * long lists take, as the restricted role, beside a slim table of one row a finding and scan.
 * `--live 100000 --scans 10 --engine postgres|embedded|both`; `--only overviews` requests overviews and compliance over
 * HTTP, `--only tenants --tenants 10 --live 1000000 --scans 30` everything, of many tenants on PostgreSQL, and puts a
 * load on it (`--rate 500 --seconds 60`), `--only unchanged` looks at what scans leave that see the same, `--only replica
 * --engine postgres` measures what a standby takes off the primary, and `--only growth --engine postgres` what
 * docs/operate/scale.md multiplies. `--hold` fails when an aim is missed.
 */
import { parseArgs } from 'node:util'
import { Player, type Playing } from '../server/testing/findings-model/player.ts'
import { Aims, holdOption } from './aims.ts'
import { SyntheticAccount, unitNames } from './bench-findings/account.ts'
import { measureAllTenants } from './bench-findings/all-tenants.ts'
import { type Engine, startEngine } from './bench-findings/engines.ts'
import { measureGrowth } from './bench-findings/growth.ts'
import { measureOverviews } from './bench-findings/overviews.ts'
import { measureReads } from './bench-findings/reads.ts'
import { measureReplica } from './bench-findings/replica.ts'
import { measureTenants } from './bench-findings/tenants.ts'
import { measureUnchanged } from './bench-findings/unchanged.ts'
import { copyScan, createSlim, sizes } from './bench-findings/slim.ts'

const { values } = parseArgs({
  options: {
    live: { type: 'string', default: '100000' },
    scans: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string' },
    tenants: { type: 'string', default: '10' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    ...holdOption,
  },
})
const live = Number(values.live)
const scans = Number(values.scans)
const dayMs = 86_400_000

const aims = new Aims(values)
const print = (text: string): void => void process.stdout.write(`${text}\n`)
/** A line that compares with an aim has the result at its end or before a semicolon. */
const say = (text: string): void => {
  print(text)
  for (const [, judged] of text.matchAll(/\baim \d[^;]*\b(met|missed)\b/g))
    aims.judge(text.trim(), judged === 'met')
}

interface Recorded {
  readonly observations: number
  readonly played: readonly Playing[]
  readonly times: readonly string[]
}

/** Records every scan, and prints the cost of the first and of the later ones. */
async function record(engine: Engine, player: Player): Promise<Recorded> {
  const account = new SyntheticAccount(live, Number(values.seed))
  const start = Date.UTC(2026, 0, 1, 3)
  const played: Playing[] = []
  const times: string[] = []
  let observations = 0
  let slimMs = 0
  for (let day = 0; day < scans; day += 1) {
    if (day > 0) account.change()
    const at = new Date(start + day * dayMs).toISOString()
    const startedMs = performance.now()
    const ours = process.cpuUsage()
    const theirs = await engine.processorSeconds()
    const scan = await player.begin('full', at)
    let rows = 0
    for (const [index, unit] of unitNames.entries()) {
      const observed = account.observe(index)
      rows += observed.length
      // A scan takes its time: its units are not all of one moment.
      const now = new Date(start + day * dayMs + index * 1_000).toISOString()
      await player.unit(scan, unit, { rows: observed }, now)
    }
    await player.finish(scan)
    const ms = performance.now() - startedMs
    const { user, system } = process.cpuUsage(ours)
    const microseconds = user + system + ((await engine.processorSeconds()) - theirs) * 1e6
    observations += rows
    played.push(scan)
    times.push(at)
    if (day < 2 || day === scans - 1) {
      const perFinding = (microseconds / rows).toFixed(1)
      const rate = Math.round((rows / ms) * 1_000)
      say(
        `  scan ${day + 1}: ${rows} findings in ${Math.round(ms)} ms, ${rate}/s, ${perFinding} µs of processor time each`,
      )
    }
    slimMs += await copyScan(engine, scan.id)
  }
  say(
    `  slim table, for comparison: ${Math.round((observations / slimMs) * 1_000)} rows/s copied inside the database`,
  )
  return { observations, played, times }
}

async function bench(name: Engine['name']): Promise<void> {
  say(`${name}: ${live} live findings × ${scans} scans`)
  const engine = await startEngine(name)
  try {
    if (values.only === 'overviews') {
      for (const line of await measureOverviews(engine, live)) say(`  ${line}`)
      return
    }
    if (values.only === 'replica') {
      for (const line of await measureReplica(engine, live)) say(`  ${line}`)
      return
    }
    if (values.only === 'unchanged') {
      const seed = Number(values.seed)
      for (const line of await measureUnchanged(engine, { live, scans, seed })) say(`  ${line}`)
      return
    }
    if (values.only === 'growth') {
      await measureGrowth(engine, live, say)
      await measureAllTenants(engine, say)
      return
    }
    const player = await Player.join(engine)
    await createSlim(engine)
    const recorded = await record(engine, player)
    await engine.administer('vacuum analyze')
    const { versions, slim, parts } = await sizes(engine)
    const each = (bytes: number): string => (bytes / recorded.observations).toFixed(1)
    say(
      `  bytes an observation: ${each(versions)}; slim table ${each(slim)}; ratio ${(slim / versions).toFixed(1)}`,
    )
    say(
      `  ${parts.map(([table, bytes]) => `${table} ${(bytes / 2 ** 20).toFixed(1)} MB`).join(', ')}`,
    )
    for (const line of await measureReads(player, recorded.played, recorded.times)) say(`  ${line}`)
  } finally {
    await engine.close()
  }
}

const size = {
  live,
  scans,
  tenants: Number(values.tenants),
  perSecond: Number(values.rate),
  seconds: Number(values.seconds),
}
if (values.only === 'tenants') await measureTenants(size, say)
for (const name of ['postgres', 'embedded'] as const) {
  if (values.only === 'tenants') continue
  if (values.engine === name || values.engine === 'both') await bench(name)
}
aims.close(print) // what it repeats was judged before
