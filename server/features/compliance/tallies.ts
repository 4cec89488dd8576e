/** What the checks of scans found, and what they could not read. */
import type { CheckTally, TallyOf } from '@plumbline/scanner/frameworks'
import { compare, join, sql, type Tx } from '../../platform/db/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import { type RolledUp, sumRollups } from '../rollups/index.ts'

interface Unread {
  readonly provider_id: string
  readonly provider_type: string
  readonly check_id: string
}

/** Checks that a scan was refused or failed to make somewhere: nobody can tell what is there. */
const unreadChecks = (
  tx: Tx,
  scans: readonly RolledUp[],
  places: readonly AnyFilter[],
): Promise<Unread[]> =>
  tx.rows<Unread>(sql`
    select distinct p.id as provider_id, p.provider as provider_type, c.check_id
      from scan_coverage c
      join scans s on s.tenant_id = c.tenant_id and s.id = c.scan_id
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id
     where c.tenant_id = ${tx.tenantId} and c.scan_id = any(${`{${scans.map(({ id }) => id).join(',')}}`}::uuid[])
       and c.outcome in ('denied', 'throttled', 'error')
       ${join(
         places.map((filter) => sql`and ${compare(sql`c.region`, filter)}`),
         ' ',
       )}`)

type Whose = 'provider_type' | 'provider_id'

/** By whose they are, then by check. Muted findings are left out. */
async function tallied(
  tx: Tx,
  scans: readonly RolledUp[],
  whose: Whose,
  filters: readonly AnyFilter[] = [],
): Promise<ReadonlyMap<string, ReadonlyMap<string, CheckTally>>> {
  const all = new Map<string, Map<string, CheckTally>>()
  if (scans.length === 0) return all
  const places = filters.filter(({ name }) => name === 'region')
  const of = (who: string): Map<string, CheckTally> => {
    const known = all.get(who) ?? new Map<string, CheckTally>()
    all.set(who, known)
    return known
  }
  const rows = await sumRollups(tx, scans, {
    by: [whose, 'check_id'],
    sum: ['pass', 'fail', 'manual'],
    filters: places,
  })
  for (const row of rows) of(row[whose]).set(row.check_id, row)
  for (const row of await unreadChecks(tx, scans, places)) {
    const tallies = of(row[whose])
    const { pass, fail, manual } = tallies.get(row.check_id) ?? { pass: 0, fail: 0, manual: 0 }
    tallies.set(row.check_id, { pass, fail, manual: manual + 1 })
  }
  return all
}

/** Over all of the scans, by kind of account. Of the filters, those on regions are looked at. */
export async function talliesOf(
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[] = [],
): Promise<TallyOf> {
  const all = await tallied(tx, scans, 'provider_type', filters)
  return (provider, checkId) => all.get(provider)?.get(checkId)
}

/** Of each account by itself. */
export async function talliesByProvider(
  tx: Tx,
  scans: readonly RolledUp[],
): Promise<(providerId: string) => TallyOf> {
  const all = await tallied(tx, scans, 'provider_id')
  return (providerId) => (_, checkId) => all.get(providerId)?.get(checkId)
}
