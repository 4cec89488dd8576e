/** Clients that hang up before they are answered. */
import { Problem } from '@plumbline/jsonapi'
import type { FastifyReply } from 'fastify'

/** Aborts when the client hangs up. */
export function goneFrom({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const hungUp = (): void => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) hungUp()
  else raw.once('close', hungUp)
  return gone.signal
}

/** Nobody reads it; the log has its status. */
export const hungUp = (): Problem =>
  new Problem(499, 'client_closed_request', 'The client hung up.')
