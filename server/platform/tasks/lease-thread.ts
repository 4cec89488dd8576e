/** The thread that renews leases. It knows statements and tenants, and what it heard last. */
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { connectThread, type ThreadAddress } from '../db/thread-connection.ts'
import { answering } from '../threads/index.ts'

export interface LeaseThreadData {
  readonly address: ThreadAddress
  readonly renewMs: number
  /** Without a sign of life for longer, nothing is renewed. */
  readonly silentMs: number
}

/** The row of a renewal. */
export interface Renewed {
  readonly renewed: boolean
  /** False if another worker has it, or it has ended. A held row that was not renewed is locked at this moment. */
  readonly held: boolean
}

export interface Renewal {
  readonly tenantId: string
  readonly text: string
  readonly values: readonly unknown[]
}

const { address, renewMs, silentMs } = workerData as LeaseThreadData
const connection = await connectThread(address)
const held = new Map<number, Renewal>()
const closing = new AbortController()
let answeredMs = performance.now()
let renewing: Promise<void> = Promise.resolve()

const functions = {
  alive(): void {
    answeredMs = performance.now()
  },
  hold(number: number, renewal: Renewal): void {
    functions.alive()
    held.set(number, renewal)
  },
  /** Answers when no renewal of it is on its way. */
  end(number: number): Promise<void> {
    functions.alive()
    held.delete(number)
    return renewing
  },
  /** Answers when nothing is renewed any more. To end the thread before would leave a renewal half done. */
  async close(): Promise<void> {
    closing.abort()
    await renewing
    await connection.close()
  },
}
export type LeaseFunctions = typeof functions

const driver = answering(functions)
const notify = (name: 'lost' | 'failed', ...input: readonly unknown[]): void =>
  void driver.ask(name, input)

async function renew(number: number, { tenantId, text, values }: Renewal): Promise<void> {
  try {
    const [row] = (await connection.run(tenantId, text, values)) as unknown as Renewed[]
    if (!row?.held && held.delete(number)) notify('lost', number)
  } catch (error) {
    notify('failed', number, (error as Error).message)
  }
}

while (!closing.signal.aborted) {
  if (connection.isLost) process.exit() // the main thread starts another, with a new connection
  for (const [number, renewal] of held) {
    if (closing.signal.aborted) break
    if (!held.has(number) || performance.now() - answeredMs > silentMs) continue
    renewing = renew(number, renewal)
    await renewing
  }
  await sleep(renewMs, undefined, { signal: closing.signal }).catch(() => {})
}
