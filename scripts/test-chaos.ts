/**
 * `npm run test:chaos -- --minutes 30`: two servers and two workers over a PostgreSQL with a standby, PgBouncer, and a
 * Valkey or Redis with Sentinel work for three tenants. Processes are killed and restarted at random, the database and
 * Valkey fail over, and the database is full, locked or read-only for a time. Each acknowledged upload must be recorded
 * once, each scan must complete, and each stream must deliver its end. `--kills 200` only kills, each part of the
 * installation as often as the others. `--seed` repeats the faults; `--drain 10` is the time in minutes for what is left
 * when the last fault has ended.
 */
import { spawn, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { shortestSeconds } from './test-chaos/schedule.ts'
import { runChaos } from './test-chaos/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    drain: { type: 'string', default: '10' },
    kills: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
/** Set in the process with a separate mount namespace: its mounts end with it and its children. */
const ownMounts = 'PLUMBLINE_CHAOS_MOUNTS'

function numberOf(name: keyof typeof values, least: number): number {
  const number = Number(values[name])
  if (!(number >= least && Number.isFinite(number)))
    throw new RangeError(`--${name} is a number of at least ${least}.`)
  return number
}

/** True if the program may mount a disk that it can fill: as root on Linux. */
const canMount = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const options = {
  seconds: numberOf('minutes', shortestSeconds / 60) * 60,
  drainSeconds: numberOf('drain', 0) * 60,
  seed: numberOf('seed', 0),
  kills: numberOf('kills', 0),
}
/** Runs the same command in a separate mount namespace. */
function againWithMounts(): Promise<number> {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn('unshare', ['--mount', ...command], {
    stdio: 'inherit',
    env: { ...process.env, [ownMounts]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

const hasOwnDisk = process.env[ownMounts] !== undefined
process.exitCode =
  !hasOwnDisk && canMount() ? await againWithMounts() : await runChaos({ ...options, hasOwnDisk })
