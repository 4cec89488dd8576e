/**
 * Real servers for tests, benches and CI: PostgreSQL, Redis and nginx on free loopback ports, in a
 * temporary folder, as an unprivileged user (initdb refuses root). They stop with `stop()`.
 */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Service {
  readonly port: number
  stop(): Promise<void>
}

export interface PostgresService extends Service {
  /** A superuser's address; the last part names the database. */
  adminUrl(database?: string): string
  /** The restricted login's address. */
  appUrl(database: string): string
}

/** Where a server listens. */
export interface Place {
  readonly host: string
  readonly port: number
}

const login = 'plumbline_server'
const loopback = '127.0.0.1'

/** The first of the folders, then of PATH, that has the program. */
export function find(program: string, folders: readonly string[]): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders, ...path]
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file))
}

/** Debian keeps the server's programs out of PATH, one folder a version. */
function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}

export const postgresProgram = (): string | undefined => find('postgres', postgresFolders())
export const redisProgram = (): string | undefined => find('redis-server', [])
export const nginxProgram = (): string | undefined => find('nginx', ['/usr/sbin'])
export const chromiumProgram = (): string | undefined => find('chromium', [])
/** Chromium without a window system, for tests: opening a page costs a quarter of the processor time. */
export const headlessProgram = (): string | undefined =>
  find('chromium-headless-shell', []) ?? chromiumProgram()
const nchanModules = '/usr/lib/nginx/modules'
/** nginx with nchan, the publish-subscribe server that benches compare with. */
export const hasNchan = (): boolean =>
  nginxProgram() !== undefined && find('ngx_nchan_module.so', [nchanModules]) !== undefined
export const motoProgram = (): string | undefined => find('moto_server', [])
/** The Python that moto belongs to: it has the official client. */
export const motoPython = (): string | undefined => {
  const moto = motoProgram()
  return moto && find('python3', [dirname(moto)])
}

/** The user for a server: the current user, or `nobody` if that is root. */
export function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const number = (flag: string): number => Number(execFileSync('id', [flag, 'nobody']).toString())
  return { uid: number('-u'), gid: number('-g') }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Throws if the process has ended. */
function checkStays(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    throw new Error(`${child.spawnfile} did not stay (status ${child.exitCode ?? 'none'}).`)
}

async function listening({ port, host }: Place, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    checkStays(child)
    const open = await new Promise<boolean>((resolve) => {
      const socket = dial(port, host, () => resolve(true))
      socket.on('connect', () => socket.destroy())
      socket.on('error', () => resolve(false))
    })
    if (open) return
    await sleep(100)
  }
  throw new Error('The server did not start within 30 s.')
}

/** A PostgreSQL that listens may still be starting up, and refuses connections then. */
async function accepting(
  { port, host }: Place,
  child: ChildProcess,
  program: string,
): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    checkStays(child)
    const asked = spawnSync(program, ['-q', '-h', host, '-p', String(port)])
    if (asked.status === 0) return
    await sleep(100)
  }
  throw new Error('PostgreSQL did not accept connections within 30 s.')
}

/** Ends a process that was started here, and waits for its end. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

/** A cluster on one port, which can be started and ended several times. */
export interface PostgresCluster {
  readonly port: number
  adminUrl(database?: string): string
  appUrl(database: string): string
  /** Resolves when it accepts connections; rejects, with the process ended, if it does not. */
  start(): Promise<ChildProcess>
  /** Runs another program of PostgreSQL, such as `pg_ctl`, with the data directory as `-D`. */
  program(name: string, ...options: string[]): Promise<void>
  /** Deletes the data of a cluster that has ended. */
  clear(): void
}

/** Creates a cluster in a folder that its user can write. */
export async function preparePostgres(folder: string): Promise<PostgresCluster> {
  const cluster = await clusterIn(folder)
  const initial = ['-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C']
  await cluster.program('initdb', ...initial)
  return cluster
}

/** A cluster in a folder that has none yet: `program` creates it, as a new one or as a copy. */
export async function clusterIn(folder: string, place?: Place): Promise<PostgresCluster> {
  const postgres = postgresProgram()
  if (!postgres) throw new Error('PostgreSQL is not installed (Debian: postgresql).')
  const user = unprivileged()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const { port, host } = place ?? { port: await freePort(), host: loopback }
  const settings = [
    `port=${port}`,
    `listen_addresses=${host}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
    'shared_buffers=256MB',
  ]
  const isReady = join(postgres, '..', 'pg_isready')
  return {
    port,
    adminUrl: (database = 'postgres') => `postgres://admin@${host}:${port}/${database}`,
    appUrl: (database) => `postgres://${login}@${host}:${port}/${database}`,
    async program(name, ...options) {
      await promisify(execFile)(join(postgres, '..', name), ['-D', data, ...options], {
        ...user,
        cwd: folder,
      })
    },
    clear: () => rmSync(data, { recursive: true, force: true }),
    async start() {
      const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
      const child = spawnIn(folder, postgres, args, user)
      await answering(port, child, {
        host,
        folder,
        ready: () => accepting({ port, host }, child, isReady),
      })
      return child
    },
  }
}

export async function startPostgres(): Promise<PostgresService> {
  return inTemporaryFolder('plumbline-postgres-', async (folder) => {
    const { start, ...cluster } = await preparePostgres(folder)
    return { started: cluster, child: await start() }
  })
}

/** Starts a cluster in a temporary folder, which `stop` deletes, and a failure too. */
export async function inTemporaryFolder<T extends object>(
  prefix: string,
  begin: (folder: string) => Promise<{ readonly started: T; readonly child: ChildProcess }>,
): Promise<T & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const clear = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const { started, child } = await begin(folder)
    return {
      ...started,
      async stop() {
        await ended(child, 'SIGINT')
        clear()
      },
    }
  } catch (error) {
    clear()
    throw error
  }
}

/** SQL that makes the login of the server: member of the restricted role, inheriting nothing. */
export const createLogin = `
  create role ${login} login noinherit nosuperuser nobypassrls;
  grant plumbline_app to ${login}`

/** Begins a server in a folder that its user can write; `answering` prints its output, the file `log` there. */
export function spawnIn(
  folder: string,
  program: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly gid?: number } = {},
): ChildProcess {
  const output = openSync(join(folder, 'log'), 'a')
  try {
    return spawn(program, args, { ...options, cwd: folder, stdio: ['ignore', output, output] })
  } finally {
    closeSync(output)
  }
}

/**
 * Waits until a server answers. One that does not is ended, what it printed in its folder is added to the error, and
 * `undo` clears up behind it.
 */
export async function answering(
  port: number,
  child: ChildProcess,
  {
    host = loopback,
    folder = '',
    ready = async (): Promise<void> => {},
    undo = (): void => {},
  } = {},
): Promise<void> {
  child.on('error', () => {}) // not executable; `listening` reports that it did not start
  try {
    await listening({ port, host }, child)
    await ready()
  } catch (error) {
    await ended(child, 'SIGKILL')
    const log = folder && join(folder, 'log')
    const printed = log && existsSync(log) ? readFileSync(log, 'utf8') : ''
    undo()
    throw new Error(`${(error as Error).message}\n${printed}`, { cause: error })
  }
}

/** `options` replace the ones of a server that stores nothing. */
export async function startRedis(
  place?: Place,
  options: readonly string[] = ['--save', ''],
): Promise<Service> {
  const redis = redisProgram()
  if (!redis) throw new Error('Redis is not installed (Debian: redis-server).')
  const { port, host } = place ?? { port: await freePort(), host: loopback }
  // In a folder that others write to, it would load the dump of a replica that ran there.
  return inTemporaryFolder('plumbline-redis-', async (folder) => {
    const user = unprivileged()
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
    const args = ['--port', String(port), '--bind', host, ...options]
    const child = spawnIn(folder, redis, args, user)
    await answering(port, child, { host, folder })
    return { started: { port }, child }
  })
}

/**
 * nginx as one process, so that its processor time is the process's. `http` is the content of the http block; it
 * listens at its argument, the port. It runs as the current user: nchan insists on a folder of Debian's below /var/lib.
 */
export async function startNginx(
  http: (port: number, folder: string) => string,
  { nchan = false }: { readonly nchan?: boolean } = {},
): Promise<Service & { readonly pid: number; log(): string }> {
  const nginx = nginxProgram()
  if (!nginx) throw new Error('nginx is not installed (Debian: nginx).')
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-nginx-'))
  const port = await freePort()
  const log = join(folder, 'error.log')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const config = `
    ${nchan ? `load_module ${nchanModules}/ngx_nchan_module.so;` : ''}
    daemon off; master_process off; pid ${folder}/pid; error_log ${log} warn;
    worker_rlimit_nofile 20000;
    events { worker_connections 16384; }
    http { access_log off; ${temporary}\n${http(port, folder)} }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', log], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answering(port, child, {
    undo: () => {
      process.stderr.write(existsSync(log) ? readFileSync(log) : '')
      rmSync(folder, { recursive: true, force: true })
    },
  })
  return {
    port,
    pid: child.pid ?? 0,
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      await ended(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** moto answers as AWS does, over HTTP; Python's `moto[server]` brings it. */
export async function startMoto(): Promise<Service> {
  const moto = motoProgram()
  if (!moto) throw new Error("moto is not installed (pip install 'moto[server]').")
  const port = await freePort()
  const child = spawn(moto, ['-H', '127.0.0.1', '-p', String(port)], {
    cwd: tmpdir(),
    stdio: 'ignore',
    env: { ...process.env, MOTO_IAM_LOAD_MANAGED_POLICIES: 'true' }, // else AWS managed policies are missing
  })
  await answering(port, child)
  return { port, stop: () => ended(child, 'SIGTERM') }
}
