import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { unlessAborted } from '../ends.ts'

/** Until the next attempt to connect. */
const againMs = 2_000

/** Listens on one connection until it is lost, or `signal` aborts. */
async function listenOnce(
  config: ClientConfig,
  { channel, notified, signal }: { channel: string; notified: () => void; signal: AbortSignal },
): Promise<void> {
  const client = new Client(config)
  const ended = new Promise<void>((resolve) =>
    client.once('end', resolve).on('error', () => resolve()),
  )
  client.on('notification', notified)
  try {
    await unlessAborted(client.connect(), signal)
    await unlessAborted(client.query(`listen ${client.escapeIdentifier(channel)}`), signal)
    notified() // what was sent before is looked for
    await unlessAborted(ended, signal)
  } finally {
    client.connection.stream.destroy() // a polite end would wait for a server that may not answer
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
      await listenOnce(config, { channel, notified, signal }).catch(() => {}) // workers look by themselves meanwhile
      await sleep(againMs, undefined, { signal }).catch(() => {})
    }
  }
  const working = work()
  return () => {
    closing.abort()
    return working
  }
}
