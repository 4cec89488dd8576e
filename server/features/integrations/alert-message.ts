/** Messages of alert rules to integrations: one for each rule and window, through the outbox. */
import { forbidden, invalid } from '@plumbline/jsonapi'
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { allowed, type Caller, type Rights } from '../../platform/tenancy/index.ts'
import { queueDeliveries } from './delivery-store.ts'
import { NotDelivered } from '../../targets/target.ts'
import { authorOf, digestOf, type StoredDigest } from './digests.ts'
import type { Digest } from '../../targets/digest.ts'
import type { MessageServices } from './scan-message.ts'
import { byIds } from './store.ts'
import type { Delivering } from './target.ts'
import { typeOf } from './types.ts'

/** Kinds of deliveries that are the message of a rule, by the types that take them. */
export const kindsOfAlerts = {
  slack: 'slack-alert',
  teams: 'teams-alert',
  webhook: 'webhook-alert',
} as const
type Messaged = keyof typeof kindsOfAlerts

interface AlertPayload {
  /** As the log shows it. */
  readonly subject: { readonly rule_id: string; readonly window: string }
  /** Ids, but for the name of the rule. */
  readonly digest: StoredDigest
}

/** Throws 403 for who does not manage integrations, and 400 for one that they do not see or that takes no messages. */
export async function checkMessaged(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
  pointer: string,
): Promise<void> {
  if (ids.length === 0) return
  if (!allowed(caller, 'manage_integrations'))
    throw forbidden(
      'Sending alerts to integrations requires the permission manage_integrations.',
      'permission_denied',
      pointer,
    )
  const pointerOf = (at: number): string => `${pointer}/data/${at}/id`
  const known = new Map((await byIds(tx, ids, caller)).map((one) => [one.id, one]))
  for (const [at, id] of ids.entries()) {
    const one = known.get(id)
    if (!one) throw invalid(pointerOf(at), 'There is no integration with this ID.', 'not_found')
    const { name } = typeOf(one.integration_type)
    if (!(one.integration_type in kindsOfAlerts))
      throw invalid(
        pointerOf(at),
        `Alert rules cannot send to ${name}. They can send to Slack, Teams and webhooks.`,
      )
  }
}

/** Those of the integrations that a user's rules may send to. */
export const mayMessage = async (
  tx: Tx,
  rights: Rights,
  ids: readonly string[],
): Promise<readonly string[]> =>
  allowed(rights, 'manage_integrations') ? (await byIds(tx, ids, rights)).map(({ id }) => id) : []

/** Queues the message of a window; an integration gets it once. How many get it: those that are disabled do not. */
export async function queueAlert(
  tx: Tx,
  {
    integrationIds,
    windowKey,
    digest,
    providerId,
  }: {
    readonly integrationIds: readonly string[]
    readonly windowKey: string
    readonly digest: StoredDigest
    /** The only account that the message is about. */
    readonly providerId: string | null
  },
): Promise<number> {
  const rows = await tx.rows<{ id: string; type: Messaged }>(sql`
    select i.id, i.integration_type as type
      from integrations i
     where i.tenant_id = ${tx.tenantId} and i.id = any(${idArray(integrationIds)}) and i.enabled`)
  const payload: AlertPayload = { subject: { rule_id: digest.rule.id, window: windowKey }, digest }
  await queueDeliveries(
    tx,
    rows.map(({ id, type }) => ({
      integration_id: id,
      provider_id: providerId,
      kind: kindsOfAlerts[type],
      dedupe_key: `alert/${digest.rule.id}/${windowKey}`,
      payload: { ...payload },
    })),
  )
  return rows.length
}

const notPermitted = (why: string) => new NotDelivered('not_permitted', why)

/** The message of a delivery, with what findings are by now, and as far as the author of the rule sees them now. */
export const alertOf = (
  { inTenant, payload, integration }: Delivering,
  services: MessageServices,
): Promise<Digest> =>
  inTenant(async (tx) => {
    const { digest: kept } = payload as unknown as AlertPayload
    const viewer = await authorOf(tx, kept)
    if (!viewer)
      throw notPermitted(
        'The author of the rule left the tenant or is no longer allowed to manage alerts.',
      )
    if ((await mayMessage(tx, viewer, [integration.id])).length === 0)
      throw notPermitted('The author of the rule is no longer allowed to send to this integration.')
    const digest = await digestOf(tx, kept, { ...services, viewer })
    if (!digest)
      throw notPermitted('The author of the rule can no longer see the findings it is about.')
    return digest
  })
