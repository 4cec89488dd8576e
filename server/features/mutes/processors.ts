/** The mutelist over HTTP and in SQL. Writing it re-evaluates all live findings in the background. */
import { conflict, forbidden, notFound, Problem, Problems, type Query } from '@plumbline/jsonapi'
import type { Identity } from '../../platform/auth/index.ts'
import { type Columns, contains, type Page, pageOf, sql, type Tx } from '../../platform/db/index.ts'
import {
  asCaller,
  change,
  create,
  type Endpoint,
  type Exchange,
  type InCaller,
  list,
  remove,
  show,
  submit,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { listIn } from './lists.ts'
import type { Mutelist } from './mutelist.ts'
import { type ListPreview, previewMutelist } from './preview.ts'
import {
  type Processor,
  processorChange,
  processorDraft,
  processorPreviewDraft,
  processorPreviews,
  processors,
} from './resource.ts'
import { applyMutelist } from './tasks.ts'

const columns: Columns<typeof processors> = {
  filters: {
    processor_type: sql`o.processor_type`,
    search: ({ value }) => contains(value, sql`o.processor_type`, sql`o.configuration::text`),
  },
  sort: {
    inserted_at: sql`o.inserted_at`,
    id: sql`o.id`,
    updated_at: sql`o.updated_at`,
    processor_type: sql`o.processor_type`,
    configuration: sql`o.configuration`,
    url: sql`o.id`, // ends with it
  },
  last: sql`o.id`,
}
const fields = sql`o.id, o.inserted_at, o.updated_at, o.processor_type, o.configuration, o.unmatched_entries, o.unmatched_count`

const processorPage = (tx: Tx, query: Query<typeof processors>): Promise<Page<Processor>> =>
  pageOf(tx, query, columns, {
    select: fields,
    from: sql`processors o`,
    where: sql`o.tenant_id = ${tx.tenantId}`,
  })

const processorById = (tx: Tx, id: string): Promise<Processor | undefined> =>
  tx.maybe<Processor>(sql`
    select ${fields}
      from processors o
     where o.tenant_id = ${tx.tenantId} and o.id = ${id}`)

const isTaken = conflict(
  '/data/attributes/processor_type',
  'The tenant already has a mutelist. Update it instead.',
)

/** A list that is to be written, and what it does to the findings there are. */
interface Prepared {
  readonly list: Mutelist
  readonly preview: ListPreview
}

const stored = ({ unmatched_entries }: ListPreview): string | null =>
  unmatched_entries && JSON.stringify(unmatched_entries)

const insertProcessor = (
  tx: Tx,
  processor_type: string,
  { list, preview }: Prepared,
): Promise<Processor> =>
  unlessDuplicate(isTaken, () =>
    tx.single<Processor>(sql`
      insert into processors as o (tenant_id, id, processor_type, configuration, unmatched_entries, unmatched_count)
      values (${tx.tenantId}, ${newId()}, ${processor_type}, ${JSON.stringify(list)}::jsonb,
              ${stored(preview)}::jsonb, ${preview.unmatched_count})
      returning ${fields}`),
  )

const changeProcessor = (
  tx: Tx,
  id: string,
  { list, preview }: Prepared,
): Promise<Processor | undefined> =>
  tx.maybe<Processor>(sql`
    update processors as o
       set configuration = ${JSON.stringify(list)}::jsonb, updated_at = now(),
           unmatched_entries = ${stored(preview)}::jsonb,
           unmatched_count = ${preview.unmatched_count}
     where o.tenant_id = ${tx.tenantId} and o.id = ${id}
    returning ${fields}`)

const deleteProcessor = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from processors
     where tenant_id = ${tx.tenantId} and id = ${id}`)) === 1

const may = 'manage_account'
const about = { may, tag: 'Processor' } as const

/** The list applies to every account: who sees only some would hide findings out of sight, and read what hides them. */
function checkSeesAll({ unlimitedVisibility }: Caller): void {
  if (unlimitedVisibility) return
  throw forbidden(
    'The mutelist applies to every account. Only users who can see every account can read or change it.',
    'visibility_needed',
  )
}

/**
 * Reads the list and matches the findings, before the transaction of the request. Callers without the permission are
 * refused here.
 */
async function prepare(
  { configuration }: { readonly configuration: Mutelist | string },
  exchange: Exchange,
  identity: Identity,
): Promise<Prepared | Problem | Problems> {
  const owner = [identity.tenantId, identity.userId]
  const list = await listIn(owner, configuration)
  if (list instanceof Problem || list instanceof Problems) return list
  const inCaller: InCaller = (work) => asCaller(exchange, identity, may, work)
  return { list, preview: await previewMutelist(inCaller, owner, list) }
}

function unlessProblem<T extends object>(read: T | Problem | Problems): T {
  if (read instanceof Problem || read instanceof Problems) throw read
  return read
}

const applied = (tx: Tx, { userId }: Caller) => applyMutelist.enqueue(tx, {}, { user_id: userId })

export const processorRoutes: readonly Endpoint[] = [
  list(
    processors,
    '/processors',
    { ...about, operationId: 'processors_list', summary: 'List the mutelist' },
    ({ tx, caller, query }) => {
      checkSeesAll(caller)
      return processorPage(tx, query)
    },
  ),
  create(
    processors,
    '/processors',
    {
      ...about,
      draft: processorDraft,
      prepare,
      operationId: 'processors_create',
      summary: 'Create the mutelist',
    },
    async ({ tx, caller, input, prepared }) => {
      checkSeesAll(caller)
      const row = await insertProcessor(tx, input.processor_type, unlessProblem(prepared))
      await applied(tx, caller)
      return row
    },
  ),
  submit(
    processorPreviews,
    '/processors/preview',
    {
      ...about,
      draft: processorPreviewDraft,
      prepare,
      operationId: 'processors_preview',
      changesNothing: true,
      summary: 'Preview which findings a mutelist mutes and unmutes',
    },
    async ({ prepared }) => ({ id: 'n/a', ...unlessProblem(prepared).preview }),
  ),
  show(
    processors,
    '/processors/:id',
    { ...about, operationId: 'processors_retrieve', summary: 'Get the mutelist' },
    ({ tx, caller, id }) => {
      checkSeesAll(caller)
      return processorById(tx, id)
    },
  ),
  change(
    processors,
    '/processors/:id',
    {
      ...about,
      draft: processorChange,
      prepare,
      operationId: 'processors_partial_update',
      summary: 'Update the mutelist',
    },
    async ({ tx, caller, id, prepared }) => {
      checkSeesAll(caller)
      const row = await changeProcessor(tx, id, unlessProblem(prepared))
      if (!row) throw notFound()
      await applied(tx, caller)
      return row
    },
  ),
  remove(
    '/processors/:id',
    {
      ...about,
      operationId: 'processors_destroy',
      summary: 'Delete the mutelist and unmute its findings',
    },
    async ({ tx, caller, id }) => {
      checkSeesAll(caller)
      if (!(await deleteProcessor(tx, id))) return false
      await applied(tx, caller)
      return true
    },
  ),
]
