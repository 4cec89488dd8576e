import { notFound, unavailable } from '@plumbline/jsonapi'
import type { ReadLimits } from '@plumbline/scanner/formats'
import type { Database } from '../../platform/db/index.ts'
import { type Endpoint, list, loader, receive, show } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { IngestionFiles } from './files.ts'
import { inspect } from './inspect.ts'
import type { processIngestion } from './process.ts'
import { type Ingestion, ingestionErrors, ingestions } from './resource.ts'
import * as store from './store.ts'

const tag = 'Ingestion'

export interface Receiving {
  readonly files: IngestionFiles
  readonly maxBytes: number
  readonly limits: ReadLimits
  readonly log: Log
}

/** Queued in a transaction of its own: when that fails, the row is there to say so. */
async function enqueue(
  process: ReturnType<typeof processIngestion>,
  { files, log }: Receiving,
  database: Database,
  { caller, id }: { caller: Caller; id: string },
): Promise<void> {
  const { tenantId, userId } = caller
  try {
    await database.inTenant(tenantId, async (tx) => {
      const about = { user_id: userId, task_args: { ingestion_id: id } }
      const { id: taskId } = await process.enqueue(tx, { ingestion_id: id }, about)
      await store.noteTask(tx, id, taskId)
    })
  } catch (error) {
    log.error('ingestion was not queued', { ingestion_id: id, error: error as Error })
    const detail = 'The file was taken and could not be queued. Send it again.'
    await database.inTenant(tenantId, (tx) =>
      store.failIngestion(tx, id, { code: 'not_queued', detail }),
    )
    files.drop(tenantId, id)
    throw unavailable(detail, 'not_queued')
  }
}

function found(row: Ingestion | undefined): Ingestion {
  if (!row) throw notFound()
  return row
}

export const ingestionRoutes = (
  process: ReturnType<typeof processIngestion>,
  receiving: Receiving,
): readonly Endpoint[] => [
  list(
    ingestions,
    '/ingestions',
    {
      may: 'any_member',
      tag,
      operationId: 'ingestions_list',
      summary: 'Files of findings that were sent, the newest first',
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
      summary: 'Send a file of OCSF findings',
    },
    async ({ upload, caller, database, made }): Promise<Ingestion> => {
      const { files, maxBytes, limits } = receiving
      const { tenantId } = caller
      const id = newId()
      const file = await files.receive(upload, { tenantId, id, maxBytes })
      try {
        await inspect(files.file(tenantId, id), limits)
        await made(async (tx) => {
          await store.insertIngestion(tx, caller, { id, ...file })
          return found(await store.ingestionById(tx, id, caller))
        })
      } catch (error) {
        files.drop(tenantId, id)
        throw error
      }
      await enqueue(process, receiving, database, { caller, id })
      return found(await database.inTenant(tenantId, (tx) => store.ingestionById(tx, id, caller)))
    },
  ),
  show(
    ingestions,
    '/ingestions/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'ingestions_retrieve',
      summary: 'How the recording of a file stands',
    },
    ({ tx, caller, id }) => store.ingestionById(tx, id, caller),
  ),
  list(
    ingestionErrors,
    '/ingestions/:id/errors',
    {
      may: 'any_member',
      tag,
      operationId: 'ingestions_errors_list',
      summary: 'What was wrong with a file and its records',
    },
    async ({ tx, caller, id, query }) => {
      if (!(await store.ingestionById(tx, id, caller))) throw notFound()
      return store.errorPage(tx, id, query)
    },
  ),
]

export const ingestionLoaders = [loader(ingestions, store.ingestionsByIds)]
