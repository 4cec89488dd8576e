/** The example with a separate stream, in a separate process. */
import { withoutLimits } from '../../server/testing/without-limits.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Example {
  readonly api: string
  readonly token: string
  readonly page: string
  /** Stops it, and waits until it has exited. */
  stop(): Promise<void>
}

const longestStopMs = 20_000

export async function startExample(settings: Readonly<Record<string, string>>): Promise<Example> {
  const file = join(import.meta.dirname, '../../examples/own-stream/main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { ...process.env, PORT: '0', PAGE_PORT: '0', ...withoutLimits, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const said = new Map<string, string>()
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), longestStopMs)
    const [, signal] = await exited
    clearTimeout(late)
    if (signal === 'SIGKILL') throw new Error(`It did not leave within ${longestStopMs} ms.`)
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(?:export |# The )(\w+)[=:] ?(.*)$/.exec(line) ?? []
    if (name && value) said.set(name, value)
    if (!line.startsWith('# Stop')) continue
    child.stdout.resume()
    const [page = ''] = (said.get('page') ?? '').split('/#')
    return { api: said.get('API') ?? '', token: said.get('TOKEN') ?? '', page, stop }
  }
  throw new Error('The example ended before it served.')
}

export const say = async (api: string, token: string, words: string): Promise<void> => {
  const answer = await fetch(`${api}/notices`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'notices', attributes: { words } } }),
  })
  if (answer.status !== 201) throw new Error(`POST /notices answered ${answer.status}.`)
}
