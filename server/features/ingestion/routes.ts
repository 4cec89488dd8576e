import { conflict, notFound, Problem, unavailable } from '@plumbline/jsonapi'
import type { ReadLimits } from '@plumbline/scanner/formats'
import { levelOf, type Tx } from '../../platform/db/index.ts'
import type { Files } from '../../platform/files/index.ts'
import {
  accept,
  type Endpoint,
  list,
  loader,
  type Receiving as Taking,
  receive,
  remove,
  show,
} from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { inspect } from './inspect.ts'
import { processIngestion } from './reader.ts'
import { type Ingestion, ingestionErrors, ingestions } from './resource.ts'
import * as store from './store.ts'
import { receiveFile, uploadOf } from './upload.ts'
import type { UploadSpace } from './upload-space.ts'

const tag = 'Ingestion'

type Asked = Taking<typeof ingestions>

export interface Receiving {
  readonly files: Files
  readonly space: UploadSpace
  /** Of one file. */
  readonly maxBytes: number
  readonly limits: ReadLimits
  readonly log: Log
}

/** Has the file read, by a task that commits with the row it is about. */
export async function enqueue(
  tx: Tx,
  { id, user_id }: { readonly id: string; readonly user_id: string },
): Promise<void> {
  const about = { user_id, task_args: { ingestion_id: id } }
  const task = await processIngestion.enqueue(tx, { ingestion_id: id }, about)
  await store.noteTask(tx, id, task.id)
}

/**
 * Marks the ingestion as failed when the server could not create its row and task, unless the commit succeeded and only
 * its response was lost.
 */
async function notQueued(
  error: unknown,
  { files, log }: Receiving,
  { database, caller, made }: Pick<Asked, 'database' | 'caller' | 'made'>,
  file: store.NewIngestion,
): Promise<Ingestion> {
  const { id } = file
  log[levelOf(error)]('ingestion was not queued', { ingestion_id: id, error: error as Error })
  const known = await database.inTenant(caller.tenantId, (tx) =>
    store.ingestionById(tx, id, caller),
  )
  if (known) return known
  const detail = 'The file was received but could not be queued. Upload it again.'
  await made(async (tx, now) => {
    await store.insertIngestion(tx, now, file)
    await store.failIngestion(tx, id, { code: 'not_queued', detail, isOurs: false })
    return found(await store.ingestionById(tx, id, now))
  })
  await files.remove({ tenantId: caller.tenantId, id })
  throw unavailable(detail, 'not_queued')
}

function found(row: Ingestion | undefined): Ingestion {
  if (!row) throw notFound()
  return row
}

const notRetryable = (): Problem =>
  conflict(
    '',
    'Only a failed ingestion whose file is kept can be retried, and only its file can be deleted. Upload the file again.',
    'not_retryable',
  )

export const ingestionRoutes = (receiving: Receiving): readonly Endpoint[] => [
  list(
    ingestions,
    '/ingestions',
    {
      may: 'any_member',
      tag,
      operationId: 'ingestions_list',
      summary: 'List ingestions, newest first',
    },
    ({ tx, caller, query }) => store.ingestionPage(tx, caller, query),
  ),
  receive(
    ingestions,
    '/ingestions',
    {
      may: 'manage_ingestions',
      tag,
      operationId: 'ingestions_create',
      summary: 'Upload a file of OCSF findings',
      refusals: [507],
    },
    async ({ upload, caller, database, made }) => {
      const { files, limits } = receiving
      const { tenantId } = caller
      const id = newId()
      const { head, digest, ...received } = await receiveFile(
        upload,
        uploadOf(tenantId, id),
        receiving,
      )
      const file = { id, ...received }
      const drop = () => files.remove({ tenantId, id })
      try {
        await inspect(head, limits)
      } catch (error) {
        await drop()
        throw error
      }
      const keep = async (): Promise<Ingestion> => {
        try {
          return await made(async (tx, now) => {
            await store.insertIngestion(tx, now, file)
            await enqueue(tx, { id, user_id: now.userId })
            return found(await store.ingestionById(tx, id, now))
          })
        } catch (error) {
          // If the state of a file is unknown, the sweep decides once the database answers.
          if (!(error instanceof Problem)) {
            return notQueued(error, receiving, { database, caller, made }, file)
          }
          await drop()
          throw error
        }
      }
      return { bytes: file.bytes, digest, keep, drop }
    },
  ),
  show(
    ingestions,
    '/ingestions/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'ingestions_retrieve',
      summary: 'Get an ingestion',
    },
    ({ tx, caller, id }) => store.ingestionById(tx, id, caller),
  ),
  accept(
    ingestions,
    '/ingestions/:id/retry',
    {
      may: 'manage_ingestions',
      tag,
      operationId: 'ingestions_retry_create',
      summary: 'Read the kept file of a failed ingestion again',
      refusals: [409],
    },
    async ({ tx, caller, id }) => {
      const ingestion = await store.ingestionById(tx, id, caller)
      if (!ingestion) return undefined
      if (!ingestion.is_retryable || !(await store.resetIngestion(tx, id))) throw notRetryable()
      await enqueue(tx, { id, user_id: caller.userId })
      return store.ingestionById(tx, id, caller)
    },
  ),
  remove(
    '/ingestions/:id/file',
    {
      may: 'manage_ingestions',
      tag,
      operationId: 'ingestions_file_destroy',
      summary: 'Delete the kept file of a failed ingestion',
      refusals: [409],
    },
    async ({ tx, caller, id }) => {
      const ingestion = await store.ingestionById(tx, id, caller)
      if (!ingestion) return false
      if (!ingestion.is_retryable) throw notRetryable()
      return store.dropFile(tx, id) // the sweep deletes it
    },
  ),
  list(
    ingestionErrors,
    '/ingestions/:id/errors',
    {
      may: 'any_member',
      tag,
      operationId: 'ingestions_errors_list',
      summary: 'List the errors of an ingestion',
    },
    async ({ tx, caller, id, query }) => {
      if (!(await store.ingestionById(tx, id, caller))) throw notFound()
      return store.errorPage(tx, id, query)
    },
  ),
]

export const ingestionLoaders = [loader(ingestions, store.ingestionsByIds)]
