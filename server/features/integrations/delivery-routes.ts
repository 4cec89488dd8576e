import { conflict, notFound, type Query } from '@plumbline/jsonapi'
import { columnsOf, type Page, pageOf, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { accept, type Endpoint, list, show } from '../../platform/http/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { deliveries, type DeliveryRow } from './delivery-resource.ts'
import { replay } from './delivery-store.ts'
import { about, mayChange } from './routes.ts'
import { byId } from './store.ts'

const fields = sql`
  d.id, d.kind, d.state, d.attempts, d.inserted_at, d.attempted_at, d.ended_at, d.reason_code, d.reason, d.failures, d.outcome,
  case when d.state = 'pending' then greatest(d.due_at, i.paused_until) end as next_attempt_at,
  d.payload -> 'subject' as subject`

const from = sql`
  deliveries d
  join integrations i on i.tenant_id = d.tenant_id and i.id = d.integration_id`

/** Providers of an issue about several. What was queued before they were noted has those of the findings that it names. */
const providersOf = sql`
  jsonb_array_elements_text(
    coalesce(d.payload -> 'providers', jsonb_path_query_array(d.payload, '$.keys[*].provider_id')))`

/** Deliveries about providers are visible to users who see all of them. */
const there = (tx: Tx, caller: Caller, integrationId: string): Sql => sql`
  d.tenant_id = ${tx.tenantId} and d.integration_id = ${integrationId}
  and case when d.provider_id is not null then ${visible(caller, sql`d.provider_id`)}
           else not exists (select from ${providersOf} as n(id) where not ${visible(caller, sql`n.id::uuid`)}) end`

const page = (
  tx: Tx,
  caller: Caller,
  integrationId: string,
  query: Query<typeof deliveries>,
): Promise<Page<DeliveryRow>> =>
  pageOf(tx, query, columnsOf(deliveries, 'd', { task_id: sql`d.task_id` }), {
    select: fields,
    from,
    where: there(tx, caller, integrationId),
  })

/** 404 for an integration that the caller does not see. */
async function oneOf(
  tx: Tx,
  caller: Caller,
  { id, delivery_id = '' }: Readonly<Record<string, string>>,
): Promise<DeliveryRow | undefined> {
  if (!(await byId(tx, id ?? '', caller))) throw notFound()
  return tx.maybe<DeliveryRow>(sql`
    select ${fields}
      from ${from}
     where ${there(tx, caller, id ?? '')} and d.id = ${delivery_id}`)
}

export const deliveryRoutes: readonly Endpoint[] = [
  list(
    deliveries,
    '/integrations/:id/deliveries',
    {
      ...about,
      operationId: 'integrations_deliveries_list',
      summary: 'List the deliveries of an integration',
    },
    async ({ tx, caller, id, query }) => {
      if (!(await byId(tx, id, caller))) throw notFound()
      return page(tx, caller, id, query)
    },
  ),
  show(
    deliveries,
    '/integrations/:id/deliveries/:delivery_id',
    {
      ...about,
      operationId: 'integrations_deliveries_retrieve',
      summary: 'Get a delivery and its failures',
    },
    ({ tx, caller, params }) => oneOf(tx, caller, params),
  ),
  accept(
    deliveries,
    '/integrations/:id/deliveries/:delivery_id/replay',
    {
      ...about,
      refusals: [409],
      operationId: 'integrations_deliveries_replay_create',
      summary: 'Send a delivery again with the same ID',
    },
    async ({ tx, caller, params }) => {
      const { id = '', delivery_id = '' } = params
      const { enabled } = await mayChange(tx, caller, id)
      if (!(await oneOf(tx, caller, params))) return undefined
      if (!enabled)
        throw conflict('', 'The integration is disabled. Enable it to send deliveries.', 'disabled')
      await replay(tx, id, delivery_id)
      return oneOf(tx, caller, params)
    },
  ),
]
