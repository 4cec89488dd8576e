import { boolean, integer, invalid, type Json, notFound } from '@plumbline/jsonapi'
import {
  type EventsAsked,
  type FoundEvents,
  type ProviderEvent,
  providers as scanned,
} from '@plumbline/scanner'
import { sql, type Tx } from '../../platform/db/index.ts'
import { type Endpoint, fetched } from '../../platform/http/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { type Account, openAccountFor } from '../providers/index.ts'
import { resourceEvents } from './event-resource.ts'
import { Lookups, noSecret } from './lookups.ts'

type Configuration = Readonly<Record<string, unknown>>

/** Reads events of one resource from its account. Throws ScanProblem. */
export type AskEvents = (
  account: Account,
  configuration: Configuration,
  asked: EventsAsked,
  signal: AbortSignal,
) => Promise<FoundEvents>

export interface EventServices {
  readonly vault: Vault
  readonly askEvents: AskEvents
  /** The scan configuration of a provider; empty where it has none. */
  readonly configurationOf: (tx: Tx, providerId: string) => Promise<Configuration>
  readonly now: () => number
}

const extra = {
  lookback_days: integer({ min: 1, max: 90 }),
  include_read_events: boolean,
  'page[size]': integer({ min: 1, max: 50 }),
}
const operationId = 'resources_events_list'
const dayMs = 86_400_000

interface Place {
  readonly provider_id: string
  readonly provider: string
  readonly uid: string
  readonly region: string
}

const placeOf = (tx: Tx, caller: Caller, id: string): Promise<Place | undefined> =>
  tx.maybe<Place>(sql`
    select r.provider_id, p.provider, r.uid, r.region
      from resources r
      join providers p on p.tenant_id = r.tenant_id and p.id = r.provider_id and p.deleted_at is null
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and ${visible(caller, sql`r.provider_id`)}`)

const shown = (event: ProviderEvent) => ({
  ...event,
  request_data: event.request_data as Json,
  response_data: event.response_data as Json,
})

export function eventRoutes({
  vault,
  askEvents: ask,
  configurationOf,
  now,
}: EventServices): readonly Endpoint[] {
  const lookups = new Lookups()
  return [
    fetched(
      resourceEvents,
      '/resources/:id/events',
      {
        may: 'any_member',
        tag: 'Resource',
        operationId,
        summary:
          'List events that the cloud provider logged for a resource; `meta.complete` is false if the log was too long',
        refusals: [502, 503],
        extra,
      },
      async ({ id, query, requestId, signal, inCaller }) => {
        const { providerId, account, configuration, asked } = await inCaller(async (tx, caller) => {
          const place = await placeOf(tx, caller, id)
          if (!place) throw notFound()
          const { provider_id: providerId, provider, uid, region } = place
          if (!scanned[provider]?.events) {
            const detail = `Plumbline cannot read an event log for resources of ${provider}.`
            throw invalid('/data/relationships/provider', detail, 'invalid_provider')
          }
          const asking = { operation: operationId, requestId, about: { resource: id } }
          const account = await openAccountFor(tx, vault, caller, { providerId, asking })
          if (!account) throw notFound()
          if (!account.secret) throw noSecret()
          const { lookback_days: days = 90, include_read_events: reads = false } = query.extra
          const until = new Date(now())
          const since = new Date(until.getTime() - days * dayMs)
          const most = query.extra['page[size]'] ?? 50
          const configuration = await configurationOf(tx, providerId)
          return {
            providerId,
            account,
            configuration,
            asked: { uid, region, since, until, most, reads },
          }
        })
        const { tenantId } = account
        const { events, complete } = await lookups.run({ tenantId, providerId }, () =>
          ask(account, configuration, asked, signal),
        )
        return { rows: events.map(shown), meta: { complete } }
      },
    ),
  ]
}
