import type { TestedConnection } from '@plumbline/scanner'
import { OutOfBounds, runInThread } from '../../platform/threads/index.ts'
import type { ConnectionInput } from './connection-thread.ts'

const module = new URL('./connection-thread.ts', import.meta.url)
/** A response has at most 16 MB, and a test reads few. */
const memoryMb = 128

/** Runs a connection test in a separate thread. */
export async function testInThread(
  input: ConnectionInput,
  signal: AbortSignal,
): Promise<TestedConnection> {
  try {
    const options = { name: 'connection test', memoryMb, signal }
    return (await runInThread(module, options, 'test', input)) as TestedConnection
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
    return {
      connected: false,
      error: 'The account returned more data than a connection test may use.',
      code: 'answer_too_large',
      identity: null,
    }
  }
}
