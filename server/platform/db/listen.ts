import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/** Until the next attempt to connect. */
const againMs = 2_000

/** One connection that listens, until it is lost. */
async function listenOnce(
  client: Client,
  channel: string,
  notified: () => void,
  signal: AbortSignal,
): Promise<void> {
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const end = (): void => void client.end().catch(() => {})
  client.on('error', end) // a lost connection: the next one is opened
  client.on('notification', notified)
  signal.addEventListener('abort', end, { once: true })
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    notified() // what was sent before is looked for
    await ended
  } finally {
    signal.removeEventListener('abort', end)
    await client.end().catch(() => {})
  }
}

/** Calls `notified` for each notification of the channel. Opens another connection when it is lost. */
export function listen(
  config: ClientConfig,
  channel: string,
  notified: () => void,
): () => Promise<void> {
  const closing = new AbortController()
  const { signal } = closing
  async function work(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce(new Client(config), channel, notified, signal).catch(() => {})
      await sleep(againMs, undefined, { signal }).catch(() => {})
    }
  }
  const working = work()
  return () => {
    closing.abort()
    return working
  }
}
