// One stream per browser. A browser opens at most six connections per HTTP/1.1 origin, and the seventh request of any
// page hangs; so the page with the lock listens, and broadcasts to the other pages.

import {
  dispatch,
  follow,
  type Listener,
  type ListenOptions,
  type Stop,
  reportLost,
  reportOpen,
} from './listen.ts'
import type { ParsedEvent } from './parser.ts'

/** The part of Web Locks that is used: `navigator.locks` has it. */
export type Locks = {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    held: () => Promise<void>,
  ) => Promise<unknown>
}

export type SharedOptions<S> = ListenOptions<S> & {
  /** Who shares: pages with the same name. It must differ by user, tenant and stream. */
  readonly name: string
  readonly locks?: Locks
}

/** `present` answers a page that joined while the stream was open: it missed nothing since. */
type Note =
  | { readonly is: 'joined' }
  | { readonly is: 'opened' }
  | { readonly is: 'present' }
  | { readonly is: 'lost' }
  | { readonly is: 'event'; readonly event: ParsedEvent }
  | { readonly is: 'stopped'; readonly stop: Stop }

/** How long a lock outlives a stream that stopped, so that the other pages hear of it before one takes over. */
const lockLingerMs = 500

/**
 * As `listen`, over one connection for all pages of the browser that use the same name. When the listening page closes,
 * another takes over, and `onGap` is called in every page.
 */
export function listenShared<S>(options: SharedOptions<S>): Listener {
  const { name, locks = navigator.locks } = options
  const lockName = `event-stream ${name}`
  const pages = new BroadcastChannel(lockName)
  const post = pages.postMessage.bind(pages)
  const closing = new AbortController()
  let opened = false
  let leading: { open: boolean } | null = null

  const broadcast = (note: Note): void => {
    if (!closing.signal.aborted) post(note)
  }
  const close = (): void => {
    if (closing.signal.aborted) return
    closing.abort()
    pages.close()
  }
  const nowOpen = (): void => {
    reportOpen(options, opened)
    opened = true
  }

  pages.addEventListener('message', ({ data: note }: MessageEvent<Note>) => {
    if (note.is === 'joined') {
      if (leading?.open) broadcast({ is: 'present' })
      return
    }
    if (leading) return
    if (note.is === 'event') dispatch(options, note.event)
    else if (note.is === 'lost') reportLost(options)
    else if (note.is === 'stopped') {
      close()
      options.onStop?.(note.stop)
    } else if (note.is === 'opened' || !opened) nowOpen()
  })

  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      const self = { open: false }
      leading = self
      const isOpen = (): void => {
        self.open = true
        broadcast({ is: 'opened' })
        nowOpen()
      }
      const listener = follow(
        {
          ...options,
          onOpen: isOpen,
          onGap: isOpen,
          onLost: () => {
            self.open = false
            broadcast({ is: 'lost' })
            reportLost(options)
          },
          onStop: (stop) => {
            self.open = false
            broadcast({ is: 'stopped', stop })
            setTimeout(close, lockLingerMs)
            options.onStop?.(stop)
          },
        },
        (event) => {
          broadcast({ is: 'event', event })
          dispatch(options, event)
        },
      )
      closing.signal.addEventListener('abort', () => {
        listener.close()
        resolve()
      })
    })

  locks.request(lockName, { signal: closing.signal }, lead).catch((error: unknown) => {
    if (!closing.signal.aborted) options.onError?.(error)
  })
  broadcast({ is: 'joined' })
  return { close }
}
