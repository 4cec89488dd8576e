/**
 * The thread that makes a dump: it copies, packs, unpacks and checks beside the server, and the memory of the second
 * engine is freed when it ends.
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

/** Messages of the thread, in this order; or its failure. */
export type Report =
  | { readonly kind: 'copied' | 'ended' }
  | { readonly kind: 'verified'; readonly sha256: string }
  | { readonly kind: 'failed'; readonly message: string }

const port = parentPort
if (!port) throw new Error('thread.ts runs as a worker thread')
const send = (report: Report): void => port.postMessage(report)
const nextMessage = <T>(): Promise<T> => new Promise((resolve) => port.once('message', resolve))

// Linux counts priorities by thread. On other systems this would be the whole server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

try {
  const { directory, file, scratch } = await nextMessage<Order>()
  const ending = (): Promise<Ending> => {
    const answer = nextMessage<Ending>()
    send({ kind: 'copied' })
    return answer
  }
  await writeDump(file, directory, ending, () => send({ kind: 'ended' }))
  rmSync(scratch, { recursive: true, force: true })
  const { sha256 } = await verifyDump(file, scratch)
  send({ kind: 'verified', sha256 })
} catch (error) {
  send({ kind: 'failed', message: (error as Error).message })
}
