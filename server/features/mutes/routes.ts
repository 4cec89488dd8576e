import { conflict, forbidden, invalid, notFound } from '@plumbline/jsonapi'
import type { Sql, Tx } from '../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  queue,
  remove,
  show,
  submit,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import type { NamedFinding } from '../versions/index.ts'
import { namedFindings } from '../findings/index.ts'
import { queueRules } from './matching-rules.ts'
import { mostNamed } from './preview.ts'
import { processorRoutes } from './processors.ts'
import {
  matchingDraft,
  type MuteRule,
  muteRules,
  previewDraft,
  previews,
  ruleChange,
  ruleDraft,
} from './resource.ts'
import { changeRule, createRule, deleteRule } from './rule-changes.ts'
import * as store from './store.ts'

const about = { may: 'manage_scans', tag: 'Mute Rules' } as const
const idsAt = '/data/attributes/finding_ids'

/** The findings that ids name, or a problem that names the first invalid one. */
async function findingsNamed(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<NamedFinding[]> {
  const { found, missing } = await namedFindings(tx, caller, ids)
  const [first] = missing
  if (first === undefined) return found
  throw invalid(`${idsAt}/${ids.indexOf(first)}`, 'There is no finding with this ID.', 'not_found')
}

async function refuseOverlap(
  tx: Tx,
  findings: Sql,
  { except, pointer }: { except: string | null; pointer: string },
): Promise<void> {
  const [first, ...others] = await store.overlapping(tx, findings, except)
  if (!first) return
  const more =
    others.length === 0 ? '' : ` The same applies to ${others.length} more of these findings.`
  throw conflict(pointer, `${first.uid} is muted by the rule "${first.rule}" already.${more}`)
}

/** Requires a future time: a rule that ends before it begins would hide nothing. */
function checkEnd(expiresAt: string | null | undefined, now: number): void {
  if (!expiresAt || Date.parse(expiresAt) > now) return
  throw invalid('/data/attributes/expires_at', 'Must be in the future.', 'out_of_range')
}

async function checkOwner(tx: Tx, owner: string | null | undefined): Promise<void> {
  if (!owner || (await store.isMember(tx, owner))) return
  throw invalid(
    '/data/relationships/owner',
    'There is no user with this ID in this tenant.',
    'not_found',
  )
}

const nameTaken = conflict('/data/attributes/name', 'Another rule already has this name.')

/** The rule, if the caller may write it: one over findings that they cannot see affects others too. */
async function ownRule(tx: Tx, id: string, caller: Caller) {
  const rule = await store.ruleById(tx, id, caller)
  if (!rule) throw notFound()
  if (await store.reachesFurther(tx, id, caller))
    throw forbidden('This rule also applies to findings of providers that are not visible to you.')
  return rule
}

export const muteRoutes = (catalog: CheckCatalog, now: () => number): readonly Endpoint[] => [
  list(
    muteRules,
    '/mute-rules',
    { ...about, operationId: 'mute_rules_list', summary: 'List mute rules' },
    ({ tx, caller, query }) => store.rulePage(tx, caller, query),
  ),
  create(
    muteRules,
    '/mute-rules',
    {
      ...about,
      draft: ruleDraft,
      operationId: 'mute_rules_create',
      summary: 'Create a mute rule',
    },
    async ({ tx, caller, input }) => {
      const { name, reason, finding_ids, expires_at = null, owner = null } = input
      if (input.created_by && input.created_by !== caller.userId) {
        const pointer = '/data/relationships/created_by'
        throw invalid(
          pointer,
          'The creator of a rule is the caller. Remove this field.',
          'read_only',
        )
      }
      checkEnd(expires_at, now())
      await checkOwner(tx, owner)
      const findings = await findingsNamed(tx, caller, finding_ids)
      await store.lockFindings(tx, findings)
      await refuseOverlap(tx, store.among(findings), { except: null, pointer: idsAt })
      const rule = { name, reason, expires_at, owner, findings }
      const id = await unlessDuplicate(nameTaken, () => createRule(tx, rule, caller.userId))
      return (await store.ruleById(tx, id, caller)) as MuteRule // it was just written
    },
  ),
  submit(
    previews,
    '/mute-rules/preview',
    {
      ...about,
      draft: previewDraft,
      operationId: 'mute_rules_preview',
      changesNothing: true,
      summary: 'Preview which findings a mute rule mutes',
    },
    async ({ tx, caller, input }) => {
      const findings = await findingsNamed(tx, caller, input.finding_ids)
      const { matched, shown, failing, ids } = await store.shownAmong(tx, findings, mostNamed)
      const overlaps = await store.overlapping(tx, store.among(findings), null)
      return {
        id: 'n/a',
        matched,
        newly_muted: shown,
        newly_muted_failing: failing,
        finding_uids: findings.map(({ uid }) => uid).toSorted(),
        overlapping_uids: overlaps.map(({ uid }) => uid),
        findings: ids,
      }
    },
  ),
  queue(
    'POST',
    '/mute-rules/matching',
    {
      ...about,
      draft: matchingDraft,
      operationId: 'mute_rules_matching',
      summary: 'Mute all findings that match filters; creates as many rules as necessary',
    },
    async ({ tx, caller, input }) => {
      const { expires_at = null, ...asked } = input
      checkEnd(expires_at, now())
      return queueRules(tx, caller, catalog, { ...asked, expires_at })
    },
  ),
  show(
    muteRules,
    '/mute-rules/:id',
    { ...about, operationId: 'mute_rules_retrieve', summary: 'Get a rule' },
    ({ tx, caller, id }) => store.ruleById(tx, id, caller),
  ),
  change(
    muteRules,
    '/mute-rules/:id',
    {
      ...about,
      draft: ruleChange,
      operationId: 'mute_rules_partial_update',
      summary: 'Update a mute rule',
    },
    async ({ tx, caller, id, input }) => {
      await store.lockRule(tx, id) // so that no other change comes between this read and the write
      const rule = await ownRule(tx, id, caller)
      checkEnd(input.expires_at, now())
      await checkOwner(tx, input.owner)
      const end = input.expires_at === undefined ? rule.expires_at : input.expires_at
      const on = input.enabled ?? rule.enabled
      if (input.enabled && !rule.enabled) checkEnd(end, now())
      if (on && !rule.enabled) {
        const pointer = '/data/attributes/enabled'
        await refuseOverlap(tx, store.ofRule(tx, id), { except: id, pointer })
      }
      if (!(await unlessDuplicate(nameTaken, () => changeRule(tx, id, input, caller.userId))))
        throw notFound()
      return store.ruleById(tx, id, caller)
    },
  ),
  remove(
    '/mute-rules/:id',
    {
      ...about,
      operationId: 'mute_rules_destroy',
      summary: 'Delete a mute rule and unmute its findings',
    },
    async ({ tx, caller, id }) => {
      await ownRule(tx, id, caller)
      return deleteRule(tx, id, caller.userId)
    },
  ),
  ...processorRoutes,
]
