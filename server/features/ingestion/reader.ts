/** Reading a file: all of it, before anything of it is recorded. Then a scan begins for each account. */
import { Problem, uuid } from '@plumbline/jsonapi'
import type { ReadLimits, RecordProblem } from '@plumbline/scanner/formats'
import type { Tx } from '../../platform/db/index.ts'
import { FileMissing, type Files, type StoreSettings } from '../../platform/files/index.ts'
import {
  endTask,
  type Ending,
  HandedBack,
  mostStops,
  type Running,
  taskWith,
} from '../../platform/tasks/index.ts'
import { OutOfBounds, runInThread } from '../../platform/threads/index.ts'
import { knownUid } from '../providers/index.ts'
import { accountBatches, beginScans, hidden, seenBy } from './accounts.ts'
import type { Counts, FileRead, ReadAccount, ReadInput, ReadSummary } from './reader-thread.ts'
import * as store from './store.ts'
import { uploadOf } from './upload.ts'
import type { UploadSpace } from './upload-space.ts'

/** Files that users send, and the room for them. */
export interface Uploads {
  readonly files: Files
  /** The same files, as a thread opens them. */
  readonly store: StoreSettings
  readonly space: UploadSpace
  /** Where threads sort what does not fit into memory: a folder of this machine. */
  readonly scratch: string
  /** What stays free of a disk. */
  readonly freeBytes: number
  /** Of one file. */
  readonly maxBytes: number
  readonly limits: ReadLimits
}

const input = { ingestion_id: uuid }

export const processIngestion = taskWith(
  'ingestion-process',
  ({ uploads }: { readonly uploads: Uploads }) => ({
    input,
    may: 'manage_ingestions',
    resumed: {
      begin: (tx, { ingestion_id }) => store.beginReading(tx, ingestion_id),
      workersEnded: `${mostStops} workers in a row stopped while they read this file.`,
      ourFault: {
        code: 'ingestion_failed',
        detail:
          'The file could not be processed because of an internal error. The server log has details under the ID of the ingestion.',
      },
    },
    async run({ ingestion_id }, running) {
      const ingestion = await running.inTenant((tx) => store.readIngestion(tx, ingestion_id))
      await processFile(uploads, running, ingestion)
      return undefined
    },
    gaveUp: ({ ingestion_id: id }, running, failure) =>
      running.inTenant(async (tx) => {
        await running.hold(tx)
        await end(tx, id, running.taskId, failure)
      }),
    cancel: cancelIngestion,
  }),
)

async function end(tx: Tx, id: string, taskId: string, failure: Ending): Promise<void> {
  const { code, detail } = failure
  if (await store.failIngestion(tx, id, failure))
    await endTask(tx, taskId, 'failed', { code, detail })
}

/** Ends a file that is being read or is queued, when a user cancels its task. */
async function cancelIngestion(
  tx: Tx,
  task: { readonly id: string; readonly task_args: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const id = String(task.task_args['ingestion_id'])
  const why = { code: 'cancelled', detail: 'The ingestion was canceled.', isOurs: false }
  // The task first, as the reader takes it: two orders of locks would end one of them.
  if (!(await endTask(tx, task.id, 'cancelled', null))) return false
  return store.failIngestion(tx, id, why)
}

const thread = new URL('./reader-thread.ts', import.meta.url)
/** Heap of a reader: keys that are remembered, lines that are sorted, one record of the largest. */
const memoryMb = 192

/** Reads a file in a separate thread. Throws a Problem for an invalid file or a failing store. */
export async function readFile(
  input: ReadInput,
  answers: {
    /** Null: findings of this account are taken. */
    accept(account: ReadAccount): Promise<RecordProblem | null>
    progress(counts: Counts): void
  },
  signal: AbortSignal,
): Promise<ReadSummary> {
  const options = { name: 'ingestion', memoryMb, answers: { ...answers }, signal }
  const read = (await runInThread(thread, options, 'read', input).catch((error: unknown) => {
    if (!(error instanceof OutOfBounds)) throw error
    const detail = `Reading the file requires more than ${memoryMb} MB of memory.`
    return { problem: { status: 400, code: 'out_of_memory', detail } }
  })) as FileRead
  if ('summary' in read) return read.summary
  const { status, code, detail } = read.problem
  throw new Problem(status, code, detail)
}

/** The files of the reader with this fence. */
const filesOf = (tenantId: string, id: string, fence: number) => ({
  sorted: { tenantId, id, part: `sorted${fence}` },
  accounts: { tenantId, id, part: `accounts${fence}` },
})

const heldBy =
  ({ inTenant, hold }: Running) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTenant(async (tx) => {
      await hold(tx)
      return work(tx)
    })

/** Reads the file of an ingestion, unless an earlier worker did, and begins the scans of its accounts. */
async function processFile(
  services: Uploads,
  running: Running,
  ingestion: store.ReadIngestion,
): Promise<void> {
  const { reader_fence } = ingestion
  if (reader_fence === null) {
    const hasAccounts = await readAll(services, running, ingestion)
    if (hasAccounts) await beginAll(services, running, { ...ingestion, fence: running.fence })
  } else await beginAll(services, running, { ...ingestion, fence: reader_fence })
}

/** Reads the file, and counts what was read meanwhile. False: nothing of it can be recorded, and the ingestion has failed. */
async function readAll(
  { files, space, store: settings, scratch, freeBytes, limits }: Uploads,
  running: Running,
  ingestion: store.ReadIngestion,
): Promise<boolean> {
  const { taskId, tenantId, fence, signal, log, inTenant } = running
  const { id } = ingestion
  const file = uploadOf(tenantId, id)
  // Files of earlier readers that did not finish take no space; this one's own names keep a late one from writing to them.
  for (const { part, ...earlier } of await files.list(tenantId))
    if (earlier.id === id && part !== file.part) await files.remove({ tenantId, id, part })
  if (await space.isCrowded(tenantId, id))
    throw new HandedBack(
      'The file is waiting for disk space until other files of this tenant are recorded.',
    )
  const held = heldBy(running)
  let [counts, stored]: (Counts | undefined)[] = []
  const counting = setInterval(() => {
    if (!counts || counts === stored) return
    const now = (stored = counts)
    held((tx) => store.storeCounts(tx, id, now)).catch((error: Error) =>
      log.warn('import progress could not be saved', { ingestion_id: id, error }),
    )
  }, 1_000)
  const answers = {
    accept: (account: ReadAccount) => inTenant((tx) => refusalOf(tx, ingestion, account)),
    progress: (now: Counts) => {
      counts = now
    },
  }
  const own = filesOf(tenantId, id, fence)
  const input = { store: settings, file, ...own, scratch, freeBytes, limits }
  const read = await readFile(input, answers, signal).finally(() => clearInterval(counting))
  const { total, invalid, accounts } = read
  await held(async (tx) => {
    await store.storeReading(tx, id, read, fence)
    if (accounts > 0) return
    const detail = 'No record of the file is a valid finding.'
    await end(tx, id, taskId, { code: 'no_findings', detail, isOurs: false })
  })
  // What was sent is counted already. A packed file is more than that.
  running.countStored(ingestion.user_id, Math.max(0, read.bytes - ingestion.bytes))
  log.info('import file read', { ingestion_id: id, records: total, invalid })
  return accounts > 0
}

/** Begins the scans of a file that was read, from where an earlier worker stopped. */
async function beginAll(
  { files }: Uploads,
  running: Running,
  { fence, ...ingestion }: store.ReadIngestion & { readonly fence: number },
): Promise<void> {
  const { id } = ingestion
  const { sorted, accounts: stored } = filesOf(running.tenantId, id, fence)
  const held = heldBy(running)
  let position = await running.inTenant((tx) => store.accountsPosition(tx, id))
  try {
    for await (const { accounts, until } of accountBatches(
      files.open(stored, position),
      position,
    )) {
      running.signal.throwIfAborted()
      await held(async (tx) => {
        // A transaction whose commit was not heard of runs again, and finds the position behind the batch.
        if ((await store.accountsPosition(tx, id)) !== position) return
        await beginScans(tx, ingestion, { accounts, file: sorted.part })
        await store.storeAccountsPosition(tx, id, until)
        await running.progressed(tx)
      })
      position = until
    }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    const detail = 'The data read from the file is not available to this worker.'
    throw new Problem(500, 'file_missing', detail)
  }
  await held(async (tx) => {
    await store.endReading(tx, id)
    // Not the scans: the ingestion names those that its reader may see.
    await endTask(tx, running.taskId, 'completed', { ingestion_id: id })
  })
}

/** The account must be valid and visible to the user who sent the file. */
async function refusalOf(
  tx: Tx,
  ingestion: store.ReadIngestion,
  { provider, uid }: ReadAccount,
): Promise<RecordProblem | null> {
  const pointer = '/cloud/account/uid'
  const account = knownUid(provider, uid)
  if (account) return (await seenBy(tx, ingestion, account)) ? null : { pointer, ...hidden }
  const detail = 'The provider type and account ID of the record are not valid.'
  return { pointer, code: 'unknown_account', detail }
}
