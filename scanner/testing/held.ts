/** Resources that keep this process alive, for tests of leaks. */
import { deepEqual } from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

/** Sockets and timers, by kind. */
export const held = (): readonly string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind === 'TCPSocketWrap' || kind === 'Timeout')
    .sort()

/**
 * Waits until as few handles are open as before: closing a socket takes a turn or two of the event loop at either end.
 */
export async function settled(before: readonly string[]): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    if (held().length <= before.length) break
    await wait(10)
  }
  deepEqual(held(), before)
}
