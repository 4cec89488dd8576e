/** The thread that renews leases. It knows statements and tenants, and what it was told last. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { connectThread, type ThreadAddress } from '../db/thread-connection.ts'

export interface LeaseThreadData {
  readonly address: ThreadAddress
  readonly renewMs: number
  /** Without a message for longer, nothing is renewed. */
  readonly silentMs: number
}

/** The row of a renewal. */
export interface Renewed {
  readonly renewed: boolean
  /** False: it is another's, or over. A row that is held and was not renewed is locked at this moment. */
  readonly held: boolean
}

interface Statement {
  readonly tenantId: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** What it is told. */
export type LeaseTold =
  | ({ readonly tell: 'hold'; readonly number: number } & Statement)
  | { readonly tell: 'end'; readonly number: number }
  | { readonly tell: 'alive' }
  | { readonly tell: 'stop' }

/** What it says. `ended` means that no renewal is on its way. */
export type LeaseSaid =
  | { readonly say: 'ready' }
  | { readonly say: 'lost'; readonly number: number }
  | { readonly say: 'ended'; readonly number: number }
  | { readonly say: 'failed'; readonly number: number; readonly message: string }

const port = parentPort
if (!port) throw new Error('lease-thread.ts runs as a worker thread')
const { address, renewMs, silentMs } = workerData as LeaseThreadData
const say = (said: LeaseSaid): void => port.postMessage(said)

const connection = await connectThread(address)
const held = new Map<number, Statement>()
const stopping = new AbortController()
let heardAt = performance.now()
let renewing: Promise<void> = Promise.resolve()

async function renew(number: number, { tenantId, text, values }: Statement): Promise<void> {
  try {
    const [row] = (await connection.run(tenantId, text, values)) as unknown as Renewed[]
    if (row?.held || !held.delete(number)) return
    say({ say: 'lost', number })
  } catch (error) {
    say({ say: 'failed', number, message: (error as Error).message })
  }
}

port.on('message', (told: LeaseTold) => {
  heardAt = performance.now()
  if (told.tell === 'hold') held.set(told.number, told)
  else if (told.tell === 'end') {
    held.delete(told.number)
    void renewing.then(() => say({ say: 'ended', number: told.number }))
  } else if (told.tell === 'stop') stopping.abort()
})
say({ say: 'ready' })

while (!stopping.signal.aborted) {
  for (const [number, statement] of held) {
    if (!held.has(number) || performance.now() - heardAt > silentMs) continue
    renewing = renew(number, statement)
    await renewing
  }
  await sleep(renewMs, undefined, { signal: stopping.signal }).catch(() => {})
}
await connection.close()
port.close()
