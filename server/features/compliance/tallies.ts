/** What the checks of scans found, and what they could not read. */
import type { CheckTally, TallyOf } from '@plumbline/scanner/frameworks'
import { compare, join, sql, type Tx } from '../../platform/db/index.ts'
import { type RolledUp, sumRollups } from '../findings/index.ts'
import type { AnyFilter } from '../resources/index.ts'

const keyOf = (provider: string, checkId: string): string => `${provider} ${checkId}`

interface Unread {
  readonly provider_type: string
  readonly check_id: string
}

/** Checks that a scan was refused or failed to make somewhere: nobody can tell what is there. */
const unreadChecks = (
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[],
): Promise<Unread[]> => {
  const regions = filters
    .filter(({ name }) => name === 'region')
    .map((filter) => sql`and ${compare(sql`c.region`, filter)}`)
  return tx.rows<Unread>(sql`
    select distinct p.provider as provider_type, c.check_id
      from scan_coverage c
      join scans s on s.tenant_id = c.tenant_id and s.id = c.scan_id
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id
     where c.tenant_id = ${tx.tenantId} and c.scan_id = any(${`{${scans.map(({ id }) => id).join(',')}}`}::uuid[])
       and c.outcome in ('denied', 'throttled', 'error')
       ${join(regions, ' ')}`)
}

/** By check, over all of the scans; muted findings are left out. */
export async function talliesOf(
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[] = [],
): Promise<TallyOf> {
  if (scans.length === 0) return () => undefined
  const rows = await sumRollups(tx, scans, {
    by: ['provider_type', 'check_id'],
    sum: ['pass', 'fail', 'manual'],
    filters,
  })
  const tallies = new Map<string, CheckTally>(
    rows.map(({ provider_type, check_id, pass, fail, manual }) => [
      keyOf(provider_type, check_id),
      { pass, fail, manual },
    ]),
  )
  for (const { provider_type, check_id } of await unreadChecks(tx, scans, filters)) {
    const key = keyOf(provider_type, check_id)
    const { pass, fail, manual } = tallies.get(key) ?? { pass: 0, fail: 0, manual: 0 }
    tallies.set(key, { pass, fail, manual: manual + 1 })
  }
  return (provider, checkId) => tallies.get(keyOf(provider, checkId))
}
