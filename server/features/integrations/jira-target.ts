/** Issues of Jira: one for a finding or for all that fails of a check, rewritten when they are sent again. */
import type { Egress } from '../../platform/egress/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import {
  issueForm,
  type JiraForm,
  jiraLimits,
  renderChange,
  renderGroup,
  renderIssue,
  sendIssue,
  testConnection,
} from '../../targets/jira/index.ts'
import { type ForwardedFinding, NotDelivered } from '../../targets/target.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { currentFindings } from '../findings/index.ts'
import { type FindingKey, keyFromText, keyText } from '../versions/index.ts'
import { issueName, jiraAccess } from './jira-access.ts'
import { mappingOf } from './jira-configuration.ts'
import { checkLink, forwarded, type Site } from './forwarded.ts'
import { followIssues, jiraFollow } from './jira-follow.ts'
import { failing, issueOf, keepIssue, type TrackerIssue } from './jira-store.ts'
import type { Delivered, Delivering, Target } from './target.ts'

/** The payload of a `jira-issue` delivery. */
export interface JiraPayload {
  /** As the log shows it. */
  readonly subject: {
    readonly check_id: string
    readonly project_key: string
    readonly issue_type: string
    readonly dispatch_mode: 'individual' | 'grouped'
    /** Findings that the issue is about, more perhaps than it names. */
    readonly findings: number
  }
  /** The site at the time of the request. Deliveries queued before this was recorded use the current site. */
  readonly site?: string
  /** The same for the same issue. */
  readonly dispatch_key: string
  /** Those that are named, as far as they fail; of a choice all of them. */
  readonly keys: readonly FindingKey[]
  /** Every provider that it concerns, named or not: users who see all of them see the delivery. */
  readonly providers: readonly string[]
  /** Of a group: people chose these findings. What the issue names beside them stays as long as it fails. */
  readonly is_choice: boolean
}

export const jiraIssue = 'jira-issue'

/** The required fields of a project rarely change during a dispatch: read once a minute. */
const formMs = 60_000

interface Services {
  readonly egress: Egress
  readonly catalog: CheckCatalog
  readonly site: Site
  readonly searchLagSeconds?: number
}

interface Read {
  readonly known: TrackerIssue | undefined
  /** One of them, whether it still fails or not. */
  readonly first: ForwardedFinding | undefined
  /** What the issue names. */
  readonly findings: readonly ForwardedFinding[]
  readonly total: number
  readonly named: TrackerIssue['named']
  readonly added: readonly ForwardedFinding[]
  readonly resolved: readonly string[]
}

/** Where the issue of a delivery is kept. */
const placeOf = ({ integration, payload }: Delivering) => ({
  site: jiraAccess(integration).domain,
  dispatchKey: (payload as unknown as JiraPayload).dispatch_key,
})

/** What a group is about now, by those of its findings that `still` fail. */
function groupOf(
  { keys, subject, is_choice }: Pick<JiraPayload, 'keys' | 'subject' | 'is_choice'>,
  known: Pick<TrackerIssue, 'named' | 'more'> | undefined,
  still: ReadonlySet<string>,
): { readonly wanted: readonly FindingKey[]; readonly total: number } {
  const own = keys.filter((key) => still.has(keyText(key)))
  if (!is_choice) return { wanted: own, total: subject.findings - (keys.length - own.length) }
  const { named = {}, more = 0 } = known ?? {}
  const chosen = new Set(own.map(keyText))
  const kept = Object.keys(named).filter((key) => still.has(key) && !chosen.has(key))
  const wanted = [...own, ...kept.map(keyFromText)]
  // A chosen one that was not named was among the others, if there were any.
  const others = Math.max(0, more - own.filter((key) => !(keyText(key) in named)).length)
  return { wanted: wanted.slice(0, jiraLimits.namedResources), total: wanted.length + others }
}

export function jiraTarget({ egress, catalog, site, ...lag }: Services): Target {
  const forms = new Map<string, { readonly at: number; readonly form: Promise<JiraForm> }>()
  function formOf({ integration, payload, signal }: Delivering): Promise<JiraForm> {
    const { subject } = payload as unknown as JiraPayload
    const { project_key, issue_type } = subject
    const mapping = mappingOf(integration.configuration, project_key)
    const wanted = { project_key, issue_type, mapping }
    const access = jiraAccess(integration)
    const key = JSON.stringify([integration.tenantId, integration.id, access.domain, wanted])
    const now = performance.now()
    for (const [one, { at }] of forms) if (now - at > formMs) forms.delete(one)
    const known = forms.get(key)
    if (known) return known.form
    const form = issueForm(access, egress, wanted, signal)
    forms.set(key, { at: now, form })
    form.catch(() => forms.delete(key))
    return form
  }

  async function shown(tx: Tx, keys: readonly FindingKey[]) {
    const rows = await currentFindings(tx, catalog, keys)
    const findings = await forwarded(rows, { site })
    const names = rows.map((row, at): [string, string] => {
      const { resource, uid } = findings[at] as ForwardedFinding
      return [keyText(row), resource.uid || resource.name || uid]
    })
    return { findings, names }
  }

  async function read(tx: Tx, delivering: Delivering): Promise<Read> {
    const payload = delivering.payload as unknown as JiraPayload
    const { keys, subject } = payload
    const known = await issueOf(tx, delivering.integration.id, placeOf(delivering))
    if (subject.dispatch_mode === 'individual') {
      const { findings, names } = await shown(tx, keys)
      const [first] = findings
      const named = Object.fromEntries(names)
      return { known, first, findings, total: findings.length, named, added: [], resolved: [] }
    }
    const before = Object.entries(known?.named ?? {})
    // The requested findings may have passed since, or been muted.
    const still = await failing(tx, [...keys, ...before.map(([key]) => keyFromText(key))])
    const { wanted, total } = groupOf(payload, known, still)
    const { findings, names } = await shown(tx, wanted)
    const [first = (await shown(tx, keys.slice(0, 1))).findings[0]] = findings
    return {
      known,
      first,
      findings,
      total,
      named: Object.fromEntries(names),
      added: known ? findings.filter((_, at) => !(`${names[at]?.[0]}` in known.named)) : [],
      resolved: before.flatMap(([key, name]) => (still.has(key) ? [] : [name])),
    }
  }

  async function deliver(delivering: Delivering): Promise<Delivered> {
    const { id, payload, integration, inTenant, signal } = delivering
    const { subject, site: asked } = payload as unknown as JiraPayload
    const place = placeOf(delivering)
    if (asked !== undefined && asked !== place.site)
      throw new NotDelivered(
        'not_found',
        `This delivery was created for ${asked}, so it is not sent to ${place.site}.`,
      )
    const { known, first, findings, total, named, added, resolved } = await inTenant((tx) =>
      read(tx, delivering),
    )
    if (!first) throw new NotDelivered('not_found', 'The findings were deleted.')
    if (total === 0 && !known)
      throw new NotDelivered('not_found', 'None of these findings fails anymore.')
    const link = checkLink(site, subject.check_id)
    const isGroup = subject.dispatch_mode === 'grouped'
    const { check, severity } = first
    const draft = isGroup
      ? renderGroup({ check, severity, findings, total, link })
      : renderIssue(first)
    const change = isGroup ? renderChange({ added, resolved, total, link }) : null
    const form = await formOf(delivering)
    const sent = await sendIssue(
      { ...jiraAccess(integration), ...lag },
      egress,
      {
        form,
        draft,
        key: issueName(integration.id, place.dispatchKey),
        known: known ? { id: known.issue_id, key: known.issue_key } : null,
        isOpen: isGroup ? total > 0 : first.status === 'FAIL' && !first.muted,
        comment: change && { id, body: change },
      },
      signal,
    )
    const { id: issue_id, key: issue_key, link: issue_url, outcome, reopened } = sent
    const issue = { issue_id, issue_key, named, more: total - findings.length }
    return {
      outcome: { issue_key, issue_url, outcome, ...(reopened !== undefined && { reopened }) },
      record: (tx) => keepIssue(tx, integration.id, place, issue),
    }
  }

  return {
    async test(integration, signal) {
      const access = { ...jiraAccess(integration), cloud_id: null }
      const { cloud_id, projects, issue_types } = await testConnection(access, egress, signal)
      return { cloud_id, projects, issue_types }
    },
    deliver: { [jiraIssue]: deliver, [jiraFollow]: followIssues({ egress, site }) },
  }
}
