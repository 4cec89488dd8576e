/** When rules are evaluated, and their messages: at most one for each window. */
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep } from '../../platform/tasks/index.ts'
import type { Viewer } from '../../platform/tenancy/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { authorOf, type StoredDigest, queueAlert } from '../integrations/index.ts'
import { scopeOf } from '../providers/index.ts'
import { evaluate, sectionsOf } from './evaluation.ts'
import * as messages from './message-store.ts'
import * as recipients from './recipient-store.ts'
import * as rules from './rule-store.ts'

/**
 * A scan that ended so many seconds ago is in the database: its end is written in one transaction, which began
 * at the moment that the scan ended, and which may have taken a while.
 */
const settledSeconds = 300

interface Window {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly scanIds: readonly string[]
  readonly providerId: string | null
}

/** Returns whether the rule has a new message. */
async function fire(
  tx: Tx,
  catalog: CheckCatalog,
  rule: rules.WorkingRule,
  window: Window,
): Promise<boolean> {
  const { scanIds, providerId, key, from, to } = window
  await messages.deleteOld(tx, rule.id)
  const viewer = await authorOf(tx, rule)
  if (!viewer) return false
  const evaluation = await evaluate(tx, {
    viewer,
    catalog,
    condition: rule.condition,
    scanIds,
    providerId,
  })
  if (!evaluation.fires) return false
  const { id, name, description, author } = rule
  const digest: StoredDigest = {
    rule: { id, name, description },
    window: { from, to },
    sections: sectionsOf(evaluation),
    author,
    accounts: await accountsOf(tx, viewer, providerId),
  }
  const readers = await recipients.among(tx, rule.recipient_emails)
  const isNew = await messages.add(tx, {
    ruleId: id,
    windowKey: key,
    digest,
    emails: readers.filter(({ status }) => status === 'confirmed').map(({ email }) => email),
  })
  if (!isNew) return false
  const integrationIds = await rules.integrationsOf(tx, id)
  await queueAlert(tx, { integrationIds, windowKey: key, digest, providerId })
  await rules.fired(tx, id)
  return true
}

async function accountsOf(
  tx: Tx,
  viewer: Viewer,
  providerId: string | null,
): Promise<StoredDigest['accounts']> {
  if (providerId !== null) return [providerId]
  return viewer.unlimitedVisibility ? null : (await scopeOf(tx, viewer, [])).ids
}

/** Evaluates a rule for the account of a completed scan. */
export async function fireAfterScan(
  tx: Tx,
  catalog: CheckCatalog,
  { ruleId, scanId }: { readonly ruleId: string; readonly scanId: string },
): Promise<boolean> {
  const [rule, scan] = [await rules.locked(tx, ruleId), await messages.scanOf(tx, scanId)]
  if (!rule || !scan) return false
  return fire(tx, catalog, rule, {
    key: `scan/${scanId}`,
    from: scan.started_at,
    to: scan.completed_at,
    scanIds: [scanId],
    providerId: scan.provider_id,
  })
}

/** Evaluates a rule for all accounts, once a day. */
async function fireDaily(tx: Tx, catalog: CheckCatalog, ruleId: string): Promise<boolean> {
  const rule = await rules.locked(tx, ruleId)
  if (!rule) {
    await rules.rest(tx, ruleId)
    return false
  }
  if (!rule.is_due) return false
  const from = rule.daily_from
  const ago = await messages.momentAgo(tx, settledSeconds)
  const until = ago > from ? ago : from
  const isNew = await fire(tx, catalog, rule, {
    key: `day/${rule.day}`,
    from,
    to: until,
    scanIds: await messages.scansBetween(tx, { from, until }),
    providerId: null,
  })
  await rules.dailyDone(tx, ruleId, until)
  return isNew
}

interface Row {
  readonly tenant_id: string
  readonly id: string
}

/** Evaluates the rules whose daily evaluation is due. */
export const dailySweep = (database: Database, catalog: CheckCatalog, log: Log): Sweep =>
  rowByRow<Row>(
    {
      failed: 'alert rule evaluation failed',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<Row>(sql`select tenant_id, id from find_due_alert_rules(${most})`),
        ),
      ids: ({ tenant_id, id }) => ({ tenant_id, rule_id: id }),
      work: ({ tenant_id, id }) => database.inTenant(tenant_id, (tx) => fireDaily(tx, catalog, id)),
    },
    log,
  )
