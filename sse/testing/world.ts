// A hub with two tenants, time under control, and streams to listen to.

import type { EventBackend } from '../backends/backend.ts'
import { memoryBackend } from '../backends/memory.ts'
import type { Caller } from '../admission.ts'
import type { Connection, Framing } from '../connection.ts'
import { defineEventStream, type EncodedEvent } from '../events.ts'
import { integer, text, uuid } from '../fields.ts'
import { Hub, type HubOptions } from '../hub.ts'
import type { Channels } from '../names.ts'
import { type TestClock, testClock } from './clock.ts'
import { TestSocket } from './socket.ts'

export const acme = '0190a000-0000-7000-8000-00000000000a'
export const rival = '0190a000-0000-7000-8000-00000000000b'
export const scanId = '0190a000-0000-7000-8000-0000000000c1'

export const scanProgress = defineEventStream({
  prefix: 'scan-progress',
  events: {
    'scan.progress': { checked: integer, total: integer },
    'scan.end': { scan_id: uuid },
    'scan.error': { code: text, detail: text, scan_id: uuid },
  },
})

export const answers = defineEventStream({
  prefix: 'answers',
  events: { 'answer.delta': { text } },
  coalesceMs: 5,
})

export const acmeScan = scanProgress.channel(acme, scanId)
export const acmeAnswer = answers.channel(acme, 'a1')

export type World = {
  readonly hub: Hub
  readonly clock: TestClock
  readonly reports: { event: string; facts: Record<string, unknown> }[]
  readonly seat: (caller?: Partial<Caller>) => ReturnType<Hub['admit']>
  readonly listener: (options?: ListenerOptions) => Promise<Listening>
}
export type ListenerOptions = {
  readonly channels?: Channels
  readonly caller?: Partial<Caller>
  readonly socket?: TestSocket
  readonly snapshot?: readonly EncodedEvent[]
  readonly framing?: Framing
}
export type Listening = { readonly connection: Connection; readonly socket: TestSocket }

const scanOnly: Channels = [acmeScan]
let users = 0

export function world(
  options: Partial<HubOptions> & { clock?: TestClock; backend?: EventBackend } = {},
): World {
  const clock = options.clock ?? testClock()
  const reports: World['reports'] = []
  const hub = new Hub({
    backend: memoryBackend(),
    streams: [scanProgress, answers],
    random: () => 0.5,
    report: (event, facts) => void reports.push({ event, facts }),
    ...options,
    clock,
  })
  const seat: World['seat'] = (caller) => {
    users += 1
    return hub.admit({ tenantId: acme, userId: `u${users}`, credentialId: `c${users}`, ...caller })
  }
  return {
    hub,
    clock,
    reports,
    seat,
    async listener({ channels = scanOnly, caller, socket = new TestSocket(), ...open } = {}) {
      const connection = await hub.subscribe(seat(caller), channels)
      connection.open(socket, open)
      return { connection, socket }
    },
  }
}

/** Lets the callbacks of resolved promises run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
