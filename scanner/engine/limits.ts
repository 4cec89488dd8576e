import type { Clock } from '../kit/index.ts'

export interface LimitOptions {
  /** The initial and maximum number of concurrent calls of a key. */
  readonly each: number
  /** The maximum number of concurrent calls of all keys. */
  readonly overall: number
  /** Calls per second that a key may start. */
  readonly perSecond: number
  /** Calls that a key may start at once after a pause; 1 spaces them evenly. The default is one second's calls. */
  readonly burst?: number
  readonly clock: Clock
}

export interface Limits {
  /** Waits for a slot under `key`, runs the call, and releases the slot. */
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

/** Throttled responses that arrive together count as one event: their calls were sent under the old limit. */
const settleMs = 1_000

/**
 * Limits per key: a token bucket, and a concurrency that halves on throttling and grows by one per 20 successes
 * (additive increase, multiplicative decrease), under one overall limit. Waiting calls whose key has capacity start in
 * order of arrival; aborted calls leave the queue.
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

  /** Starts every waiting call that may run. If only tokens are missing, sets a timer for the next token. */
  function serve(): void {
    /** Missing tokens of the gate that gets its next token first. */
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
