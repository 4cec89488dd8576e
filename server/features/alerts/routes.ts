import { forbidden, invalid, notFound } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  remove,
  show,
  submit,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { currentFindings } from '../findings/index.ts'
import { keyText } from '../versions/index.ts'
import { checkMessaged, mayMessage } from '../integrations/index.ts'
import { checkProviders } from '../providers/index.ts'
import { askNew, type Mails, readEmails } from './asking.ts'
import { type Condition, namedProviders } from './condition.ts'
import { evaluate, mostNamed } from './evaluation.ts'
import { momentAgo, scansBetween } from './message-store.ts'
import {
  alertRules,
  previewDraft,
  ruleChange,
  ruleDraft,
  rulePreviews,
  ruleSeeds,
  seedDraft,
} from './resource.ts'
import * as store from './rule-store.ts'
import { filtersOfBag, filtersOfQuery, queryAt, seedOf } from './seeds.ts'

const reads = { may: 'any_member', tag: 'Alert' } as const
const writes = { may: 'manage_alerts', tag: 'Alert' } as const
const mostRules = 100
const path = '/alerts/rules'
const conditionAt = '/data/attributes/condition'
const emailsAt = '/data/attributes/recipient_emails'
const integrationsAt = '/data/relationships/integrations'
const daySeconds = 86_400

const tooMany = () => invalid('', `A tenant has at most ${mostRules} alert rules.`, 'too_many')
const nameTaken = () => taken('/data/attributes/name')

/** Throws 400 for accounts that the caller does not see. */
async function checkCondition(tx: Tx, caller: Caller, condition: Condition): Promise<void> {
  const named = namedProviders(condition)
  const ids = named.map(({ id }) => id)
  await checkProviders(tx, caller, ids, (at) => `${conditionAt}${named[at]?.at ?? ''}`)
}

/** Throws 403 for who would become the author of a rule that sends where they could not have it send. */
async function checkKept(tx: Tx, caller: Caller, id: string): Promise<void> {
  const ids = await store.integrationsOf(tx, id)
  if (ids.length === 0 || (await mayMessage(tx, caller, ids)).length === ids.length) return
  throw forbidden(
    'This rule sends to integrations that you are not allowed to choose. Disable it, or set its integrations.',
  )
}

/** What a condition matches now, within the caller's visibility. */
async function preview(tx: Tx, caller: Caller, catalog: CheckCatalog, condition: Condition) {
  const [from, until] = [await momentAgo(tx, daySeconds), await momentAgo(tx, 0)]
  const scanIds = await scansBetween(tx, { from, until })
  const asked = { viewer: caller, catalog, condition, scanIds, providerId: null }
  const { fires, answers } = await evaluate(tx, asked)
  const reasons = answers.filter(({ isReason }) => isReason)
  const keys = new Map(
    reasons.flatMap(({ findings }) => findings.map((key) => [keyText(key), key] as const)),
  )
  const findings = await currentFindings(tx, catalog, [...keys.values()].slice(0, mostNamed))
  return {
    id: 'n/a',
    fires,
    counts: answers.map(({ leaf, at, count, holds }) => ({
      pointer: conditionAt + at,
      op: leaf.op,
      count,
      holds,
    })),
    findings: findings.map(({ finding, region, resource, provider_id }) => ({
      id: finding.id,
      uid: finding.uid,
      check_id: finding.check_id,
      severity: finding.severity,
      region,
      resource_uid: resource?.uid ?? '',
      resource_name: resource?.name ?? '',
      provider_id,
    })),
    provider_ids: [...new Set(reasons.flatMap(({ providers }) => providers))],
  }
}

export const ruleRoutes = ({
  catalog,
  mails,
}: {
  readonly catalog: CheckCatalog
  readonly mails: Mails
}): readonly Endpoint[] => [
  list(
    alertRules,
    path,
    { ...reads, operationId: 'alert_rules_list', summary: 'List alert rules' },
    ({ tx, caller, query }) => store.page(tx, caller, query),
  ),
  create(
    alertRules,
    path,
    {
      ...writes,
      draft: ruleDraft,
      operationId: 'alert_rules_create',
      summary: 'Create an alert rule',
    },
    async ({ tx, caller, input }) => {
      const {
        description = '',
        enabled = true,
        recipient_emails = [],
        integrations = [],
        ...asked
      } = input
      if ((await store.count(tx)) >= mostRules) throw tooMany()
      await checkCondition(tx, caller, asked.condition)
      const emails = readEmails(mails, recipient_emails, emailsAt)
      await checkMessaged(tx, caller, integrations, integrationsAt)
      const rule = { ...asked, description, enabled, recipient_emails: emails }
      const id = await unlessDuplicate(nameTaken(), () => store.insert(tx, caller, rule))
      await store.attach(tx, id, integrations)
      await askNew(tx, mails, caller, { emails, pointer: emailsAt })
      return store.byId(tx, caller, id)
    },
  ),
  submit(
    rulePreviews,
    `${path}/preview`,
    {
      ...writes,
      draft: previewDraft,
      changesNothing: true,
      operationId: 'alert_rules_preview',
      summary: 'Preview whether a condition is true now, and for which findings',
    },
    async ({ tx, caller, input }) => {
      await checkCondition(tx, caller, input.condition)
      return preview(tx, caller, catalog, input.condition)
    },
  ),
  submit(
    ruleSeeds,
    `${path}/seed`,
    {
      ...writes,
      draft: seedDraft,
      changesNothing: true,
      operationId: 'alert_rules_seed',
      summary: 'Create a condition from the filters of the findings list',
    },
    async ({ tx, caller, input }) => {
      const { query, filter_bag } = input
      if ((query === undefined) === (filter_bag === undefined))
        throw invalid(queryAt, 'Send either the query or the filter_bag.', 'required')
      const seed = seedOf(
        query === undefined ? filtersOfBag(filter_bag ?? {}) : filtersOfQuery(query),
      )
      const ids = namedProviders(seed.condition).map(({ id }) => id)
      await checkProviders(tx, caller, ids, () => queryAt)
      return { id: 'n/a', ...seed }
    },
  ),
  show(
    alertRules,
    `${path}/:id`,
    { ...reads, operationId: 'alert_rules_retrieve', summary: 'Get a rule' },
    ({ tx, caller, id }) => store.byId(tx, caller, id),
  ),
  change(
    alertRules,
    `${path}/:id`,
    {
      ...writes,
      draft: ruleChange,
      operationId: 'alert_rules_partial_update',
      summary: 'Update an alert rule; it then uses the visibility of the caller',
    },
    async ({ tx, caller, id, input }) => {
      if (!(await store.byId(tx, caller, id))) throw notFound()
      if (input.condition) await checkCondition(tx, caller, input.condition)
      const emails = input.recipient_emails && readEmails(mails, input.recipient_emails, emailsAt)
      const { integrations, ...asked } = input
      if (integrations) await checkMessaged(tx, caller, integrations, integrationsAt)
      else if (input.enabled !== false) await checkKept(tx, caller, id)
      const changed = { ...asked, recipient_emails: emails }
      await unlessDuplicate(nameTaken(), () => store.update(tx, caller, id, changed))
      if (integrations) await store.attach(tx, id, integrations)
      if (emails) await askNew(tx, mails, caller, { emails, pointer: emailsAt })
      return store.byId(tx, caller, id)
    },
  ),
  remove(
    `${path}/:id`,
    { ...writes, operationId: 'alert_rules_destroy', summary: 'Delete a rule' },
    async ({ tx, caller, id }) => {
      if (!(await store.byId(tx, caller, id))) throw notFound()
      return store.remove(tx, id)
    },
  ),
]
