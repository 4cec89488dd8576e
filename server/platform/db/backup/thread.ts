/**
 * The thread that makes a dump: it copies, packs, unpacks and checks beside the server, and the memory of the second
 * engine is given back when it ends.
 */
import { rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Ending, verifyDump, writeDump } from './dump.ts'

export interface Order {
  readonly directory: string
  readonly file: string
  readonly scratch: string
}

/** What the thread says, in this order; or that it failed. */
export type Said =
  | { readonly kind: 'copied' | 'ended' }
  | { readonly kind: 'verified'; readonly sha256: string }
  | { readonly kind: 'failed'; readonly message: string }

const port = parentPort
if (!port) throw new Error('thread.ts runs as a worker thread')
const say = (said: Said): void => port.postMessage(said)
const heard = <T>(): Promise<T> => new Promise((resolve) => port.once('message', resolve))

// Linux counts priorities by thread. Elsewhere this would be the whole server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

try {
  const { directory, file, scratch } = await heard<Order>()
  const ending = (): Promise<Ending> => {
    const answer = heard<Ending>()
    say({ kind: 'copied' })
    return answer
  }
  await writeDump(file, directory, ending, () => say({ kind: 'ended' }))
  rmSync(scratch, { recursive: true, force: true })
  const { sha256 } = await verifyDump(file, scratch)
  say({ kind: 'verified', sha256 })
} catch (error) {
  say({ kind: 'failed', message: (error as Error).message })
}
