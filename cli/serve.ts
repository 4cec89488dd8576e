import { createServer } from 'node:net'
import {
  checkKeys,
  type Config,
  createLog,
  describeDatabase,
  type Log,
  openDatabase,
  type Product,
  readConfig,
  type Start,
  start,
  version,
} from '@plumbline/server'
import type { UsageError } from './terminal.ts'
import { CommandFailed, options, say } from './terminal.ts'
import { openApp } from './web-app.ts'

export interface Served {
  readonly address: string
  /** Whether there is a page to look at, and not the API alone. */
  readonly hasApp: boolean
  /** Longest orderly stop: listeners drain, what is being recorded comes to its next transaction. */
  readonly stopSeconds: number
  readonly log: Log
  stop(): Promise<void>
}

/** Opens the database and starts the product over it. What can be checked without a database is checked first. */
export async function launch(
  config: Config,
  {
    api,
    worker,
    ...given
  }: { readonly api: boolean; readonly worker: boolean } & Pick<Start, 'more' | 'egress' | 'pace'>,
): Promise<Served> {
  checkKeys(config)
  if (api) await checkHost(config)
  const app = api && config.webApp ? await openApp(say) : undefined
  const log = createLog(config.logLevel)
  const { database, announce, startBackups } = await openDatabase(config, log)
  let product: Product
  try {
    product = await start({
      config,
      database,
      log,
      parts: { api, worker },
      ...(app && { app }),
      ...given,
    })
  } catch (error) {
    await database.close()
    throw cannotListen(config, error) ?? error
  }
  if (product.address) announce(product.address)
  startBackups()
  return {
    address: product.address ?? '',
    hasApp: app !== undefined,
    stopSeconds: config.leaveSeconds + config.drainSeconds + 15,
    log,
    async stop() {
      try {
        await product.stop()
      } finally {
        await database.close()
      }
    },
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

/**
 * Keeps the process until a signal (status 0) or an error that nothing caught (status 1) stops it. Both stops are
 * orderly: readiness fails, streams drain and answers in progress are finished, so that a fault costs its own request
 * and a supervisor can start the process again. A second signal ends the process at once. So does a stop that takes
 * longer than `stopSeconds`: the supervisor would kill the process next, and another one takes over its tasks.
 */
export function untilStopped(
  stop: () => Promise<void>,
  { stopSeconds, log }: Pick<Served, 'stopSeconds' | 'log'>,
): void {
  let isStopping = false
  let status = 0
  const leave = (): void => {
    isStopping = true
    say('Stopping …')
    setTimeout(() => {
      process.stderr.write(
        `Not stopped within ${stopSeconds} s. The process exits, and another process takes over its tasks.\n`,
      )
      process.exit(1)
    }, stopSeconds * 1_000).unref()
    stop().then(
      () => process.exit(status),
      (error: unknown) => {
        process.stderr.write(`${(error as Error).stack}\n`)
        process.exit(1)
      },
    )
  }
  const signalled = (): void => {
    if (isStopping) process.exit(130)
    leave()
  }
  process.on('SIGINT', signalled)
  process.on('SIGTERM', signalled)
  // Rejections that nothing handles arrive here too.
  process.on('uncaughtException', (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    log.error('uncaught error; the process stops', { error })
    status = 1
    if (!isStopping) leave()
  })
}

export async function serve(args: string[]): Promise<void> {
  options(args, {})
  const config = readConfig(process.env)
  say(`Plumbline ${version}: opening ${describeDatabase(config)} …`)
  const served = await launch(config, { api: true, worker: config.worker })
  say(`Serving ${served.address}/ (API: /api/v1, health: /health/ready). Stop with Ctrl+C.`)
  untilStopped(served.stop, served)
}

export async function work(args: string[]): Promise<void> {
  options(args, {})
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    throw new CommandFailed(
      'A separate worker requires DATABASE_URL. With the embedded database, "plumbline serve" also runs background work.',
    )
  }
  say(`Plumbline ${version}: worker over ${describeDatabase(config)} …`)
  const served = await launch(config, { api: false, worker: true })
  const reach = config.valkeyUrl
    ? ''
    : ' Without VALKEY_URL clients do not receive the progress of its scans, because events stay in this process.'
  say(`Working.${reach} Stop with Ctrl+C.`)
  untilStopped(served.stop, served)
}
