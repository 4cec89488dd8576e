/**
 * `npm run test:chaos -- --minutes 30`: two servers and two workers over one PostgreSQL and one Valkey or Redis work for
 * three tenants, while each of them is killed, restarted, filled, locked and made read-only at random. Whatever was
 * acknowledged has to be recorded once, every scan has to complete, and every stream has to deliver its end. `--seed`
 * repeats the faults; `--drain 10` is the time in minutes for what is left when the last fault has ended.
 */
import { spawn, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { shortestSeconds } from './test-chaos/schedule.ts'
import { runChaos } from './test-chaos/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    drain: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
/** Set for the process that has mounts of its own, which end with it and its children. */
const ownMounts = 'PLUMBLINE_CHAOS_MOUNTS'

function numberOf(name: 'minutes' | 'drain' | 'seed', least: number): number {
  const number = Number(values[name])
  if (!(number >= least && Number.isFinite(number)))
    throw new RangeError(`--${name} is a number of at least ${least}.`)
  return number
}

/** Whether this system lets the program mount a disk that it can fill: as root on Linux. */
const canMount = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const options = {
  seconds: numberOf('minutes', shortestSeconds / 60) * 60,
  drainSeconds: numberOf('drain', 0) * 60,
  seed: numberOf('seed', 0),
}
/** The same command in a process with its own mounts. */
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
