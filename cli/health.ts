/**
 * `plumbline health`: health checks for images without shell and curl. It imports the settings only: an orchestrator runs
 * it every few seconds, and the whole server takes a second of processor time to load.
 */
import { get } from 'node:http'
import { type Config, readPlace } from '@plumbline/server/config'
import { beatAgeMs, beatMs, maxAgeMs } from '@plumbline/server/worker-beat'
import { usageLines } from './help.ts'
import { CommandFailed, options, say, UsageError } from './terminal.ts'

/** `/health/ready` itself waits 5 s for the database before it answers that it is not ready. */
const timeoutMs = 8_000

export async function health(args: string[]): Promise<void> {
  const { ready, worker } = options(args, { ready: 'switch', worker: 'switch' })
  if (ready && worker) throw new UsageError(...usageLines('health'))
  const config = readPlace(process.env)
  if (worker) workerHealth(config)
  else await serverHealth(config, ready ? '/health/ready' : '/health/live')
}

type Place = Pick<Config, 'host' | 'port'>

/** An address that means every address of this machine is not one to connect to. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  return /^[0:]+$/.test(host) ? '::1' : host
}

async function serverHealth(given: Place, path: string): Promise<void> {
  const { port } = given
  if (port === 0)
    throw new CommandFailed('PORT is 0, so the port of the server is not known. Set PORT.')
  const host = reachable(given.host)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`
  const status = await statusOf({ host, port }, path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`Cannot reach ${url}: ${error.code ?? error.message}.`)
  })
  if (status !== 200) throw new CommandFailed(`${url} answered ${status}.`)
  say(`${url} answered 200.`)
}

/** Without the shared agent, which NODE_USE_ENV_PROXY leads through a proxy. */
function statusOf(place: Place, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const request = get({ ...place, path, agent: false, signal }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs / 1_000} s`) : error),
    )
  })
}

function workerHealth({ dataDir }: Pick<Config, 'dataDir'>): void {
  const ageMs = beatAgeMs(dataDir, Date.now())
  if (ageMs === undefined)
    throw new CommandFailed(`No worker of this host has reported in ${dataDir}.`)
  const seconds = Math.round(ageMs / 1_000)
  if (ageMs < -beatMs)
    throw new CommandFailed(`The worker last reported ${-seconds} s ahead of this clock.`)
  if (ageMs > maxAgeMs) throw new CommandFailed(`The worker last reported ${seconds} s ago.`)
  say(`The worker reported ${Math.max(0, seconds)} s ago.`)
}
