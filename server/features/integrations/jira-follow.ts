/**
 * Follows issues: one closed in Jira is verified. Scans check its resources again, ten at a time; findings that pass or
 * are gone are resolved, and the issue gets a comment about those that still fail.
 */
import { audit } from '../../platform/audit/index.ts'
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep } from '../../platform/tasks/index.ts'
import {
  commentOnce,
  dispatchLabel,
  type FoundIssue,
  jiraLimits,
  readIssues,
  renderContradiction,
  type StatusCategory,
} from '../../targets/jira/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import { keyFromText, keyText } from '../versions/index.ts'
import { isInReach, mostResources, startScan } from '../scans/index.ts'
import { queueAgain } from './delivery-store.ts'
import { checkLink, type Site } from './forwarded.ts'
import { issueName, jiraAccess } from './jira-access.ts'
import { rechecks } from './jira-configuration.ts'
import * as store from './jira-follow-store.ts'
import type { Delivered, Delivering } from './target.ts'

export const jiraFollow = 'jira-follow'

/** Issues of one look. */
const mostIssues = 500
/** Scans that one look starts. */
const mostScans = 20
/** Until the next look, while scans run that the last one started. */
const soonSeconds = 30

/** Each worker looks for integrations whose time has come; the outbox does the rest. */
export const followSweep = (database: Database, log: Log): Sweep =>
  rowByRow<{ readonly tenant_id: string; readonly id: string }>(
    {
      failed: 'issue status check failed',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows(sql`select tenant_id, id from find_trackers_to_look(${most})`),
        ),
      ids: ({ tenant_id, id }) => ({ tenant_id, integration_id: id }),
      work: ({ tenant_id, id }) =>
        database.inTenant(tenant_id, async (tx) => {
          const configuration = await store.takeLook(tx, id)
          if (configuration && rechecks(configuration))
            await queueAgain(tx, { integration_id: id, kind: jiraFollow, payload: { subject: {} } })
        }),
    },
    log,
  )

export type Verdict = 'open' | 'over' | 'check' | 'wait' | 'contradict' | 'failing' | 'missing'

/** What is known of an issue beside its state. */
export interface Known {
  readonly fails: boolean
  readonly isScanning: boolean
  /** It was checked again just now: moving it back and forth must not trigger more checks. */
  readonly isFresh: boolean
  readonly isLost: boolean
}

/** What follows for an issue. `category`: as it is at Jira, undefined where the account does not see it. */
export function verdictOf(
  state: store.IssueState,
  category: StatusCategory | undefined,
  { fails, isScanning, isFresh, isLost }: Known,
): Verdict {
  if (category === undefined) return isLost ? 'over' : 'missing'
  if (category !== 'done') return 'open'
  if (state === 'checking' && isScanning) return 'wait'
  if (!fails) return 'over'
  if (state === 'open') return isFresh ? 'open' : 'check'
  return state === 'checking' ? 'contradict' : 'failing'
}

interface Looked {
  readonly issue: store.FollowedIssue
  /** As it is at Jira; null where the account does not see it. */
  readonly found: FoundIssue | null
  readonly verdict: Verdict
  readonly failing: readonly store.FailingFinding[]
  /** Those of `failing` that the scans of the issue saw, by their keys. */
  readonly seen: ReadonlySet<string>
}

const isDone = (found: FoundIssue | null | undefined): boolean => found?.status_category === 'done'

async function lookedAt(
  tx: Tx,
  issues: readonly store.FollowedIssue[],
  found: readonly (FoundIssue | null)[],
): Promise<readonly Looked[]> {
  const done = issues.filter((_, at) => isDone(found[at]))
  const keys = [...new Set(done.flatMap(({ named }) => Object.keys(named)))].map(keyFromText)
  const scans = [...new Set(done.flatMap(({ recheck_scans }) => recheck_scans))]
  const failing = await store.failingFindings(tx, keys)
  const running = await store.runningScans(tx, scans)
  const observed = await store.seenBy(tx, scans, [...failing.values()])
  return issues.map((issue, at) => {
    const own = Object.keys(issue.named).flatMap((key) => failing.get(key) ?? [])
    const isScanning = issue.recheck_scans.some((id) => running.has(id))
    const isSeen = (key: string): boolean =>
      issue.recheck_scans.some((scan) => observed.has(`${scan}/${key}`))
    return {
      issue,
      found: found[at] ?? null,
      verdict: verdictOf(issue.state, found[at]?.status_category, {
        fails: own.length > 0,
        isScanning,
        isFresh: issue.is_fresh,
        isLost: issue.is_lost,
      }),
      failing: own,
      seen: new Set(own.map(keyText).filter(isSeen)),
    }
  })
}

/** Scans by resource, `provider/uid`: resources of several issues share theirs. As many issues as the scans suffice for. */
async function startScans(
  tx: Tx,
  integrationId: string,
  wanted: readonly Looked[],
): Promise<readonly store.IssueChange[]> {
  const resources = new Map<string, Set<string>>()
  const taken: {
    readonly one: Looked
    readonly uids: readonly (readonly [string, string])[]
  }[] = []
  const scansOf = (): number =>
    resources.values().reduce((sum, uids) => sum + Math.ceil(uids.size / mostResources), 0)
  for (const one of wanted) {
    if (taken.length > 0 && scansOf() >= mostScans) break
    const uids = one.failing.flatMap(({ provider_id, provider, resource_uid }) =>
      resource_uid !== null && isInReach(provider, resource_uid)
        ? [[provider_id, resource_uid] as const]
        : [],
    )
    for (const [provider, uid] of uids)
      resources.set(provider, (resources.get(provider) ?? new Set()).add(uid))
    taken.push({ one, uids })
  }
  const scanOf = new Map<string, string>()
  for (const [provider_id, uids] of resources) {
    const all = [...uids]
    for (let at = 0; at < all.length; at += mostResources) {
      const resource_uids = all.slice(at, at + mostResources)
      const name = 'Issues that are done at Jira'
      const scan = await startScan(tx, { provider_id, name, resource_uids, user_id: null })
      for (const uid of resource_uids) scanOf.set(`${provider_id} ${uid}`, scan)
    }
  }
  const changes = taken.map(
    ({ one, uids }): store.IssueChange => ({
      ...namesOf(one),
      state: 'checking',
      recheck_id: newId(),
      recheck_scans: [...new Set(uids.flatMap((uid) => scanOf.get(uid.join(' ')) ?? []))],
      is_missing: false,
      is_checked: true,
    }),
  )
  for (const { issue_key, recheck_scans } of changes)
    await audit(tx, {
      action: 'jira-recheck',
      resourceType: 'integrations',
      resourceId: integrationId,
      after: { issue_key, scan_ids: recheck_scans },
    })
  return changes
}

/** What it is called, by now. */
const namesOf = ({ issue, found }: Looked) => ({
  dispatch_key: issue.dispatch_key,
  issue_id: found?.id ?? issue.issue_id,
  issue_key: found?.key ?? issue.issue_key,
})

const stateAfter: Readonly<Record<Exclude<Verdict, 'check' | 'missing'>, store.IssueState>> = {
  open: 'open',
  over: 'over',
  wait: 'checking',
  contradict: 'failing',
  failing: 'failing',
}

/** What is kept of an issue that is not checked again now. */
function changeOf(one: Looked): readonly store.IssueChange[] {
  const { issue, verdict } = one
  if (verdict === 'check') return []
  const is_missing = verdict === 'missing'
  const state = is_missing ? issue.state : stateAfter[verdict]
  const { recheck_id, recheck_scans } = issue
  const recheck =
    state === 'checking' || state === 'failing'
      ? { recheck_id, recheck_scans }
      : { recheck_id: null, recheck_scans: [] }
  return [{ ...namesOf(one), state, ...recheck, is_missing, is_checked: false }]
}

/** A delivery of the kind `jira-follow`: a look at all issues of an integration that may be done. */
export const followIssues =
  ({ egress, site }: { egress: Egress; site: Site }) =>
  async ({ integration, inTenant, signal }: Delivering): Promise<Delivered> => {
    const { id } = integration
    const access = jiraAccess(integration)
    const { domain } = access
    const issues = await inTenant((tx) =>
      store.followedIssues(tx, id, { site: domain, most: mostIssues }),
    )
    const found: (FoundIssue | null)[] = []
    for (let from = 0; from < issues.length; from += jiraLimits.maxRead) {
      const known = issues.slice(from, from + jiraLimits.maxRead).map((one) => ({
        id: one.issue_id,
        key: one.issue_key,
        label: dispatchLabel(issueName(id, one.dispatch_key)),
      }))
      found.push(...(await readIssues(access, egress, known, signal)))
    }
    const looked = await inTenant((tx) => lookedAt(tx, issues, found))
    const refused: { issue_key: string; reason: string }[] = []
    for (const one of looked.filter(({ verdict }) => verdict === 'contradict')) {
      const { recheck_id } = one.issue
      const { issue_key: key } = namesOf(one)
      try {
        const comment = { key, id: recheck_id ?? key, body: contradiction(one, site) }
        await commentOnce(access, egress, comment, signal)
      } catch (error) {
        // An issue that refuses comments does not block others; its finding still fails.
        if (!(error instanceof NotDelivered) || !error.isFinal) throw error
        refused.push({ issue_key: key, reason: error.message })
      }
    }
    const of = (wanted: Verdict) => looked.filter(({ verdict }) => verdict === wanted)
    const wanted = of('check')
    const outcome = {
      issues: issues.length,
      done: found.filter(isDone).length,
      ...(of('missing').length > 0 && { not_seen: of('missing').length }),
      to_check: wanted.length,
      still_failing: of('contradict').length,
      ...(refused.length > 0 && { refused }),
    }
    return {
      outcome,
      async record(tx) {
        const started = await startScans(tx, id, wanted)
        const changes = [...started, ...looked.flatMap(changeOf)]
        if (changes.length > 0) await store.keepStates(tx, id, { site: domain, changes })
        const isSoon = wanted.length > 0 || of('wait').length > 0 || issues.length === mostIssues
        const isLeft = changes.some(({ state }) => state !== 'over')
        await store.lookNext(tx, id, isSoon ? soonSeconds : isLeft ? store.lookSeconds : null)
      },
    }
  }

function contradiction({ issue, failing, seen }: Looked, site: Site) {
  const nameOf = (finding: store.FailingFinding): string => issue.named[keyText(finding)] ?? ''
  const [still, unseen] = [true, false].map((is) =>
    failing.filter((finding) => seen.has(keyText(finding)) === is).map(nameOf),
  )
  const [first] = failing
  const link = first ? checkLink(site, first.check_id) : null
  return renderContradiction({ failing: still ?? [], unseen: unseen ?? [], link })
}
