import { createServer } from 'node:net'
import {
  checkKeys,
  type Config,
  createLog,
  describeDatabase,
  type Opened,
  openDatabase,
  type Product,
  readConfig,
  type Start,
  start,
  version,
} from '@plumbline/server'
import type { Lifetime, Stoppable } from './lifetime.ts'
import type { UsageError } from './terminal.ts'
import { CommandFailed, options, say } from './terminal.ts'
import { openApp } from './web-app.ts'

export interface Served extends Stoppable {
  readonly address: string
  /** Whether there is a page to look at, and not the API alone. */
  readonly hasApp: boolean
  readonly database: Opened['database']
}

interface Launch extends Pick<Start, 'more' | 'egress' | 'pace'> {
  readonly api: boolean
  readonly worker: boolean
  /** Aborts the start between two steps; what was opened is closed. */
  readonly signal: AbortSignal
}

/** Opens the database and starts the product over it. What can be checked without a database is checked first. */
export async function launch(
  config: Config,
  { api, worker, signal, ...given }: Launch,
): Promise<Served> {
  signal.throwIfAborted()
  checkKeys(config)
  if (api) await checkHost(config)
  const app = api && config.webApp ? await openApp(say, undefined, signal) : undefined
  signal.throwIfAborted()
  const log = createLog(config.logLevel)
  const { database, announce, startBackups } = await openDatabase(config, log, signal)
  let product: Product
  try {
    product = await start({
      config,
      database,
      log,
      parts: { api, worker },
      signal,
      ...(app && { app }),
      ...given,
    })
  } catch (error) {
    await database.close()
    throw cannotListen(config, error) ?? error
  }
  const stop = async (): Promise<void> => {
    try {
      await product.stop()
    } finally {
      await database.close()
    }
  }
  if (signal.aborted) {
    await stop()
    throw signal.reason
  }
  if (product.address) announce(product.address)
  startBackups()
  return {
    address: product.address ?? '',
    hasApp: app !== undefined,
    database,
    // Listeners drain, and what is being recorded comes to its next transaction.
    stopSeconds: config.leaveSeconds + config.drainSeconds + 15,
    log,
    stop,
  }
}

/**
 * Checks that HOST is of this machine. PORT is checked last: the process that uses it may also have locked the
 * directory.
 */
async function checkHost(config: Config): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: config.host, port: 0 }, resolve)
    })
  } catch (error) {
    throw cannotListen(config, error) ?? error
  }
  await new Promise((resolve) => server.close(resolve))
}

/** Why the server cannot listen at the address in the settings, for the operator. */
function cannotListen({ host, port }: Config, error: unknown): UsageError | undefined {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Set PORT to a free port.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine.`,
    ENOTFOUND: `HOST is ${host}, which is not an address of this machine.`,
    EAI_AGAIN: `HOST is ${host}, which cannot be resolved at the moment.`,
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  const sentence = /^(listen|getaddrinfo)$/.test(syscall ?? '') && sentences[code ?? '']
  return sentence ? new CommandFailed(sentence) : undefined
}

export async function serve(args: string[], lifetime: Lifetime): Promise<void> {
  options(args, {})
  const config = readConfig(process.env)
  say(`Plumbline ${version}: opening ${describeDatabase(config)} …`)
  const served = await launch(config, {
    api: true,
    worker: config.worker,
    signal: lifetime.signal,
  })
  lifetime.started(served)
  say(`Serving ${served.address}/ (API: /api/v1, health: /health/ready). Stop with Ctrl+C.`)
}

export async function work(args: string[], lifetime: Lifetime): Promise<void> {
  options(args, {})
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    throw new CommandFailed(
      'A separate worker requires DATABASE_URL. With the embedded database, "plumbline serve" also runs background work.',
    )
  }
  say(`Plumbline ${version}: worker over ${describeDatabase(config)} …`)
  const served = await launch(config, { api: false, worker: true, signal: lifetime.signal })
  lifetime.started(served)
  const reach = config.valkeyUrl
    ? ''
    : ' Without VALKEY_URL clients do not receive the progress of its scans, because events stay in this process.'
  say(`Working.${reach} Stop with Ctrl+C.`)
}
