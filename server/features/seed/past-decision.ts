/** A decision that a user made at a past time, about a finding that a past scan has recorded. */
import type { Database } from '../../platform/db/index.ts'
import { setTriage } from '../triage/index.ts'
import { findingKeyOf, type Triage } from '../versions/index.ts'

export interface PastDecision {
  readonly providerId: string
  readonly findingUid: string
  readonly status: Triage
  readonly note: string
  readonly userId: string
  /** Milliseconds since 1970. */
  readonly atMs: number
}

export const decideInPast = (
  database: Database,
  tenantId: string,
  { providerId, findingUid: uid, status, note, userId, atMs }: PastDecision,
): Promise<void> => {
  const named = { provider_id: providerId, finding_key: findingKeyOf(uid), uid }
  const now = new Date(atMs).toISOString()
  return database.inTenant(tenantId, (tx) =>
    setTriage(tx, named, { status, note }, { userId, now }),
  )
}
