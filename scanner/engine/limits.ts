import type { Clock } from '../kit/index.ts'

export interface LimitOptions {
  /** Concurrent calls a key starts with, and never exceeds. */
  readonly each: number
  /** Concurrent calls over all keys. */
  readonly overall: number
  /** Calls a second a key may start. */
  readonly perSecond: number
  /** Calls a key may start at once after a pause; 1 keeps them evenly apart. As many as a second takes where left out. */
  readonly burst?: number
  readonly clock: Clock
}

export interface Limits {
  /** Waits for a place under `key`, runs the call, and releases the place. */
  run<T>(key: string, signal: AbortSignal, call: (place: Place) => Promise<T>): Promise<T>
}

/** The feedback of a running call to its limit. */
export interface Place {
  throttled(): void
  succeeded(): void
}

interface Gate {
  width: number
  running: number
  successes: number
  tokens: number
  refilled: number
  lowered: number
}

/** Throttled answers that arrive together are one event: calls in flight were all sent at the old width. */
const settleMs = 1_000

/**
 * Limits per key: a token bucket, and a concurrency that halves on throttling and grows by one per
 * 20 successes (additive increase, multiplicative decrease), under one overall bound. Waiting calls are served in order
 * of arrival among those whose key has room; an aborted one leaves the queue.
 */
export function createLimits(options: LimitOptions): Limits {
  const { each, overall, perSecond, burst = perSecond, clock } = options
  const gates = new Map<string, Gate>()
  const line: { key: string; enter: () => void }[] = []
  let running = 0
  let waking = false

  const gateOf = (key: string): Gate => {
    const known = gates.get(key)
    if (known) return known
    const now = clock.now()
    const gate = {
      width: each,
      running: 0,
      successes: 0,
      tokens: burst,
      refilled: now,
      lowered: 0,
    }
    gates.set(key, gate)
    return gate
  }

  function refill(gate: Gate): void {
    const now = clock.now()
    gate.tokens = Math.min(burst, gate.tokens + ((now - gate.refilled) / 1_000) * perSecond)
    gate.refilled = now
  }

  /** Admits every waiting call that may run; if only tokens are missing, sets a timer for the next one. */
  function serve(): void {
    /** Tokens that the gate which gets its next one first still lacks. */
    let lacking = Number.POSITIVE_INFINITY
    for (let n = 0; n < line.length && running < overall; ) {
      const waiting = line[n]
      if (!waiting) break
      const gate = gateOf(waiting.key)
      refill(gate)
      const room = gate.running < Math.floor(gate.width)
      if (!room || gate.tokens < 1) {
        if (room) lacking = Math.min(lacking, 1 - gate.tokens)
        n++
        continue
      }
      line.splice(n, 1)
      gate.tokens--
      gate.running++
      running++
      waiting.enter()
    }
    if (lacking <= 1 && !waking) {
      waking = true
      const wake = () => {
        waking = false
        serve()
      }
      const ms = Math.max(1, Math.ceil((lacking * 1_000) / perSecond))
      clock.sleep(ms, new AbortController().signal).then(wake, wake)
    }
  }

  const place = (gate: Gate): Place => ({
    throttled() {
      gate.successes = 0
      const now = clock.now()
      if (now - gate.lowered < settleMs) return
      gate.lowered = now
      gate.width = Math.max(1, gate.width / 2)
    },
    succeeded() {
      if (++gate.successes < 20) return
      gate.successes = 0
      gate.width = Math.min(each, gate.width + 1)
    },
  })

  return {
    async run(key, signal, call) {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          const at = line.indexOf(waiting)
          if (at >= 0) line.splice(at, 1)
          reject(signal.reason)
        }
        const waiting = {
          key,
          enter() {
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        line.push(waiting)
        serve()
      })
      const gate = gateOf(key)
      try {
        return await call(place(gate))
      } finally {
        gate.running--
        running--
        serve()
      }
    },
  }
}
