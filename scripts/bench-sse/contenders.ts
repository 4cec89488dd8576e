/** The servers under test, each started alike and each hearing of events from another process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { hasNchan, startNginx } from '../services.ts'

export interface Contender {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** What a listener sends. */
  readonly request: string
  /** The Authorization header of its other requests; '' without one. */
  readonly authorization: string
  /** The caller's tenant; '' if the contender has no tenants. */
  readonly tenantId: string
  publish(sentUs: number): void
  stop(): Promise<void>
}

export interface Payload {
  /** Bytes of text in each event. */
  readonly fillerBytes: number
  readonly coalesceMs?: number
}

/** The C programs of the bench, built with `cc` into a folder that `clear` deletes. */
export function buildPrograms(): {
  readonly floor: string
  readonly receivers: string
  clear(): void
} {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-sse-'))
  const build = (name: string): string => {
    const program = join(folder, name)
    const source = join(import.meta.dirname, `${name}.c`)
    execFileSync('cc', ['-O2', '-Wall', '-o', program, source], { stdio: 'inherit' })
    return program
  }
  return {
    floor: build('floor'),
    receivers: build('receivers'),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const requestOf = (path: string, authorization = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n` +
  `${authorization && `Authorization: ${authorization}\r\n`}\r\n`

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const kill = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  await exited
  clearTimeout(kill)
}

/** A line to its publishers' port is an event. */
export async function byLines(
  name: string,
  child: ChildProcess,
  lines: number,
): Promise<Contender> {
  if (!child.stdout || child.pid === undefined) throw new Error(`${name} did not start.`)
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (said.push(line) === lines) break
  }
  const [first = ''] = said
  if (said.length < lines) throw new Error(`${name} ended before it served.`)
  child.stdout.resume()
  const at = first.startsWith('{')
    ? (JSON.parse(first) as Record<string, string | number>)
    : { port: first, publishPort: said[1] ?? '' }
  const {
    port,
    publishPort,
    path = '/',
    authorization = '',
    tenantId = '',
  } = at as Record<string, string>
  const socket = connect({ port: Number(publishPort), host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {}) // it has ended; the measurement shows it
  return {
    name,
    pid: child.pid,
    port: Number(port),
    request: requestOf(path, authorization),
    authorization,
    tenantId,
    publish: (sentUs) => void socket.write(`${sentUs}\n`),
    async stop() {
      socket.destroy()
      await stopped(child)
    },
  }
}

export const floor = (program: string, { fillerBytes }: Payload): Promise<Contender> =>
  byLines(
    'C floor',
    spawn(program, [String(fillerBytes)], { stdio: ['pipe', 'pipe', 'inherit'] }),
    2,
  )

let profile: readonly string[] = []
/** Node contenders from here on leave a profile of their processor time in `folder`. */
export const profileInto = (folder: string): void =>
  void (profile = ['--cpu-prof', `--cpu-prof-dir=${folder}`])

function node(
  file: string,
  args: readonly (string | number)[],
  added: Readonly<Record<string, string>> = {},
): ChildProcess {
  const flags = [...process.execArgv, ...profile] // as `npm start` runs the product
  const script = join(import.meta.dirname, file)
  return spawn(process.execPath, [...flags, script, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...added },
  })
}

export const ours = ({ fillerBytes, coalesceMs = 0 }: Payload): Promise<Contender> =>
  byLines('ours', node('ours.ts', [fillerBytes, coalesceMs]), 1)

/** One process of an installation over PostgreSQL and Redis: the API, or with a tenant its worker. */
export const ofInstallation = (
  { fillerBytes, coalesceMs = 0 }: Payload,
  settings: Readonly<Record<string, string>>,
  tenantId?: string,
): Promise<Contender> =>
  byLines(
    tenantId === undefined ? 'API' : 'worker',
    node(
      'ours.ts',
      [fillerBytes, coalesceMs, ...(tenantId === undefined ? [] : [tenantId])],
      settings,
    ),
    1,
  )

export const betterSse = ({ fillerBytes }: Payload): Promise<Contender> =>
  byLines('better-sse', node('better-sse.ts', [fillerBytes]), 1)

/** Null where Debian's nginx or its module is absent. */
export async function nchan({ fillerBytes }: Payload): Promise<Contender | null> {
  if (!hasNchan()) return null
  const nginx = await startNginx(
    (port) => `
      keepalive_requests 100000000;
      server {
        listen 127.0.0.1:${port} backlog=4096;
        location = /publish {
          nchan_publisher; nchan_channel_id bench;
          nchan_message_buffer_length 100; nchan_message_timeout 5s;
        }
        location = /listen { nchan_subscriber eventsource; nchan_channel_id bench; }
      }`,
    { nchan: true },
  )
  // One connection without waiting for responses: as close to a line protocol as HTTP allows.
  const publisher = connect({ port: nginx.port, host: '127.0.0.1', noDelay: true })
  publisher.on('error', () => {}) // it has ended; the measurement shows it
  publisher.resume()
  const filler = 'x'.repeat(fillerBytes)
  return {
    name: 'nchan',
    pid: nginx.pid,
    port: nginx.port,
    request: requestOf('/listen'),
    authorization: '',
    tenantId: '',
    publish(sentUs) {
      const body = `{"sent_us":${sentUs},"text":"${filler}"}`
      publisher.write(
        'POST /publish HTTP/1.1\r\nHost: 127.0.0.1\r\nX-EventSource-Event: bench.delta\r\n' +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    },
    async stop() {
      publisher.destroy()
      await nginx.stop()
    },
  }
}
