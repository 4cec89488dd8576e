import { all, type Columns, keyTable, pageOf, sql } from '../../platform/db/index.ts'
import { type Endpoint, list } from '../../platform/http/index.ts'
import { auditEvents } from './resource.ts'

const columns: Columns<typeof auditEvents> = {
  filters: {
    id: sql`e.id`,
    inserted_at: sql`e.inserted_at`,
    actor: sql`e.actor_id`,
    action: sql`e.action`,
    resource_type: sql`e.resource_type`,
    resource: sql`e.resource_id`,
  },
  sort: { inserted_at: sql`e.inserted_at` },
  last: sql`e.id`,
}

/**
 * `accountTypes` are the types that users who manage the account may read anyway. All other events concern providers,
 * by their own ids or by ids in their content, and are visible to users who see every provider.
 */
export const auditRoutes = (accountTypes: readonly string[]): readonly Endpoint[] => [
  list(
    auditEvents,
    '/audit-events',
    {
      may: 'manage_account',
      tag: 'Audit',
      operationId: 'audit_events_list',
      summary: 'List audit events, newest first',
    },
    ({ tx, query, caller }) =>
      pageOf(tx, query, columns, {
        select: sql`
          e.id, e.sequence::text as sequence, e.inserted_at, e.actor_id, e.credential_id, e.action,
          e.resource_type, e.resource_id, e.before, e.after, e.request_id`,
        from: sql`audit_events e`,
        where: all([
          sql`e.tenant_id = ${tx.tenantId}`,
          ...(caller.unlimitedVisibility
            ? []
            : [
                sql`exists (
                select from ${keyTable(accountTypes)} where k.key = e.resource_type)`,
              ]),
        ]),
      }),
  ),
]
