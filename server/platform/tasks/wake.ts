import { EventEmitter } from 'node:events'

/**
 * Tells the worker of this process that work was queued. Only a hint: whatever it misses, the worker
 * finds by polling. So it may be one for the process, and nothing depends on it.
 */
const hints = new EventEmitter().setMaxListeners(100)

export const wake = (): void => void hints.emit('queued')

export function onWake(listener: () => void): () => void {
  hints.on('queued', listener)
  return () => void hints.off('queued', listener)
}
