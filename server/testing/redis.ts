/** A Redis of a test's own, to be killed, stopped and cut. The runner's is there when `redisPort` is set. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'

export interface TestRedis {
  readonly url: string
  /** Runs one command on a separate connection. */
  command(name: string, ...args: (string | number)[]): Promise<unknown>
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Begins again on the same port, with nothing in it; resolves when it answers. */
  restart(): Promise<void>
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A path before the options is a file of settings. Sentinel requires one: it writes its state there. */
export async function startRedis(...given: string[]): Promise<TestRedis> {
  const files = given.slice(0, given[0]?.startsWith('--') === false ? 1 : 0)
  const options = given.slice(files.length)
  const port = await freePort()
  // A replica writes a dump to its folder, which any server that starts there would load.
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-redis-'))
  const log = join(folder, 'log')
  const output = openSync(log, 'a')
  const password = options[options.indexOf('--requirepass') + 1]
  let child: ChildProcess
  const command: TestRedis['command'] = async (name, ...args) => {
    const client = new Redis({
      port,
      lazyConnect: true,
      retryStrategy: () => null,
      ...(options.includes('--requirepass') && password && { password }),
    })
    client.on('error', () => {}) // the command below rejects with it
    try {
      return await client.call(name, ...args)
    } finally {
      client.disconnect()
    }
  }
  const begin = async (): Promise<void> => {
    rmSync(join(folder, 'dump.rdb'), { force: true })
    const own = ['--port', String(port), '--bind', '127.0.0.1']
    const args = [...files, ...own, ...(files.length > 0 ? [] : ['--save', '']), ...options]
    child = spawn('redis-server', args, { cwd: folder, stdio: ['ignore', output, output] })
    for (let tries = 0; ; tries += 1) {
      if (await command('ping').catch(() => null)) return
      if (tries > 300 || child.exitCode !== null)
        throw new Error(`redis-server did not answer. ${readFileSync(log, 'utf8')}`)
      await sleep(20)
    }
  }
  const exited = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await begin()
  return {
    url: `redis://127.0.0.1:${port}`,
    command,
    signal: (signal) => void child.kill(signal),
    async restart() {
      await exited()
      await begin()
    },
    async close() {
      child.kill('SIGKILL')
      await exited()
      closeSync(output)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
