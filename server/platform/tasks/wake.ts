import { EventEmitter } from 'node:events'

/**
 * Notifies the worker of this process about queued work. Only a hint: the worker also polls. So it may be one for the
 * process, and nothing depends on it.
 */
const hints = new EventEmitter().setMaxListeners(100)

export const wake = (): void => void hints.emit('queued')

export function onWake(listener: () => void): () => void {
  hints.on('queued', listener)
  return () => void hints.off('queued', listener)
}
