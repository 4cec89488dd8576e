// One stream over fetch, for browsers and Node: it can send an Authorization header, sees statuses,
// watches heartbeats, and notifies the page whenever events may have been missed.

import type { EventsOf, Payload } from '../events.ts'
import { backoff, longestWaitMs, retryAfterMs } from './delays.ts'
import { createParser, type ParsedEvent } from './parser.ts'

/** A function per event type of the stream `S`: `listen<typeof scanProgress>({ … })`. */
export type Handlers<S> = {
  readonly [T in keyof EventsOf<S>]?: (payload: Payload<EventsOf<S>[T]>) => void
}

/** Why a stream ended for good. `status` is 0 when no answer had one. */
export type Stop = { readonly status: number; readonly detail: string }

export type ListenOptions<S> = {
  readonly url: string | URL
  readonly on: Handlers<S>
  /**
   * The value of the Authorization header, requested before every connect. `refresh` is true after a 401: the last one
   * is no longer valid. Null sends none.
   */
  readonly authorization?: (ask: {
    readonly refresh: boolean
  }) => string | null | Promise<string | null>
  /** The first connect succeeded: state read from now on misses nothing. */
  readonly onOpen?: () => void
  /** Connected again: events may have been missed, so fetch the present state. */
  readonly onGap?: () => void
  /** The connection is lost, or silent for too long: no events arrive until `onGap`. */
  readonly onLost?: () => void
  /** The server's reason for ending this connection (`stream.error`). A reconnect follows. */
  readonly onClosing?: (reason: { readonly code: string; readonly detail: string }) => void
  /** The stream ended for good: signed out, not permitted, not there. */
  readonly onStop?: (stop: Stop) => void
  /** A handler threw, or an event was not JSON. The stream continues. */
  readonly onError?: (error: unknown) => void
  readonly fetch?: typeof fetch
  readonly random?: () => number
  /** Silence after which the line counts as dead; the server writes at least every 18 s. */
  readonly silenceMs?: number
  /** Waits; handed in by tests. Resolves early when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

export type Listener = { readonly close: () => void }

/** What an attempt came to: stopped, or come back in `waitMs` (null: by the backoff). */
type Outcome = { readonly stop: Stop } | { readonly waitMs: number | null }

/** Follows a stream until `close` is called or the server refuses it for good. */
export function listen<S>(options: ListenOptions<S>): Listener {
  return follow(options, (event) => dispatch(options, event))
}

/** Calls the handler of an event's type. */
export function dispatch<S>(options: ListenOptions<S>, { type, data }: ParsedEvent): void {
  try {
    const payload = JSON.parse(data)
    if (type === 'stream.error') return options.onClosing?.(payload)
    const handlers: Readonly<Record<string, unknown>> = options.on
    const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined
    if (typeof handler === 'function') handler(payload)
  } catch (error) {
    options.onError?.(error)
  }
}

/** As `listen`, with every event as it came. */
export function follow<S>(
  options: ListenOptions<S>,
  onEvent: (event: ParsedEvent) => void,
): Listener {
  const { random = Math.random, sleep = sleepFor } = options
  const closing = new AbortController()
  const run = async (): Promise<void> => {
    const state = { failures: 0, opened: false, isOpen: false, refresh: false, retryMs: 0 }
    while (!closing.signal.aborted) {
      const outcome = await attempt(options, onEvent, state, closing.signal)
      if (closing.signal.aborted) return
      if (state.isOpen) reportLost(options)
      state.isOpen = false
      if ('stop' in outcome) return options.onStop?.(outcome.stop)
      if (outcome.waitMs === null) state.failures += 1
      const waitMs = outcome.waitMs ?? backoff(state.failures, random)
      await sleep(Math.min(waitMs, longestWaitMs), closing.signal)
    }
  }
  void run().catch((error: unknown) => {
    options.onError?.(error)
    options.onStop?.({ status: 0, detail: 'The client failed.' })
  })
  return { close: () => closing.abort() }
}

type State = {
  failures: number
  opened: boolean
  isOpen: boolean
  refresh: boolean
  retryMs: number
}

async function attempt<S>(
  options: ListenOptions<S>,
  onEvent: (event: ParsedEvent) => void,
  state: State,
  closing: AbortSignal,
): Promise<Outcome> {
  const { url, authorization, silenceMs = 40_000, fetch: ask = fetch } = options
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  const signal = AbortSignal.any([closing, silence.signal])
  try {
    alive()
    const token = await authorization?.({ refresh: state.refresh })
    if (signal.aborted) return { waitMs: null }
    const headers: Record<string, string> = { Accept: 'text/event-stream' }
    if (token) headers.Authorization = token
    const response = await ask(url, { headers, signal, cache: 'no-store' })
    const refused = await judged(response, state)
    if (refused) return refused
    state.refresh = false
    state.failures = 0
    reportOpen(options, state.opened)
    state.opened = true
    state.isOpen = true
    const parser = createParser(onEvent, (ms) => {
      state.retryMs = ms
    })
    const reader = response.body?.getReader() // not every browser can iterate a body
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      if (closing.aborted) break
      alive()
      parser.push(read.value)
    }
    // A clean end: the server sets the reconnect delay, to spread its listeners.
    return { waitMs: state.retryMs || null }
  } catch {
    return { waitMs: null }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** What the page does in its functions must not cost it the stream. */
function report<S>(options: ListenOptions<S>, say: (() => void) | undefined): void {
  try {
    say?.()
  } catch (error) {
    options.onError?.(error)
  }
}
export const reportOpen = <S>(options: ListenOptions<S>, again: boolean): void =>
  report(options, again ? options.onGap : options.onOpen)
export const reportLost = <S>(options: ListenOptions<S>): void => report(options, options.onLost)

/** Null when the answer is a stream. */
async function judged(response: Response, state: State): Promise<Outcome | null> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  if (status === 200 && /^text\/event-stream\s*(;|$)/i.test(type)) return null
  await response.body?.cancel()
  if (status === 401 && !state.refresh) {
    state.refresh = true
    return { waitMs: 0 }
  }
  const mayPass =
    (status < 400 && status !== 204) || status === 408 || status === 429 || status >= 500
  if (!mayPass) return { stop: { status, detail: `The server answered ${status}.` } }
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now())
  if (waitMs !== null) state.failures += 1
  return { waitMs }
}

const sleepFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
