/** Long bodies and long answers hold memory, a file or a place for as long as the other side likes: not for ever. */
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How slow the other side may be. */
export interface Pace {
  /** Time after which one look follows another. */
  readonly everyMs: number
  /** What has to have moved since the last look: 256 KiB a minute is the slowest of mobile networks. */
  readonly leastBytes: number
}

/**
 * Looks again and again at how many bytes have moved, and ends what moved too few of them while the other side
 * was the one that was waited for. Gives the function that ends the looking.
 */
function watch(
  { everyMs, leastBytes }: Pace,
  { moved, isTheirTurn, end }: { moved(): number; isTheirTurn(): boolean; end(): void },
): () => void {
  let before = moved()
  const timer = setInterval(() => {
    const now = moved()
    if (isTheirTurn() && now - before < leastBytes) end()
    before = now
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/**
 * Breaks a connection whose client takes a long answer too slowly. An answer behind another one has no socket
 * yet, and waits in its own buffer.
 */
export function watchReader({ raw, request }: FastifyReply, pace: Pace): void {
  if (raw.destroyed) return // its end was told already
  const { socket } = request.raw
  const stop = watch(pace, {
    moved: () => socket.bytesWritten - socket.writableLength,
    isTheirTurn: () => socket.writableLength + raw.writableLength > 0,
    end: () => socket.destroy(),
  })
  raw.once('close', stop)
}

/** For a body that is no file to arrive. */
const bodyMs = 30_000

/** A file may take its time as long as it moves; whoever sends any other body slowly only holds the connection. */
export function watchSenders(app: FastifyInstance, pace: Pace): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete) return
    if (/^multipart\/form-data\b/i.test(raw.headers['content-type'] ?? '')) {
      const stop = watch(pace, {
        moved: () => raw.socket.bytesRead,
        isTheirTurn: () => !raw.complete,
        end: () => raw.destroy(),
      })
      return void raw.once('close', stop)
    }
    const late = setTimeout(() => raw.complete || raw.destroy(), bodyMs).unref()
    raw.once('close', () => clearTimeout(late))
  })
}
