/** Where people read, and receivers of events: a message when a full scan found something worse, or a rule fires. */
import type { Egress } from '../../platform/egress/index.ts'
import type { Digest } from '../../targets/digest.ts'
import * as slack from '../../targets/slack/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import * as teams from '../../targets/teams/index.ts'
import * as webhook from '../../targets/webhook/index.ts'
import { newId } from '../../platform/ids.ts'
import { kindsAfterScan, type ScanPayload } from './after-scan.ts'
import { alertOf, kindsOfAlerts } from './alert-message.ts'
import type { Opened } from './credentials.ts'
import { messageOf, type MessageServices } from './scan-message.ts'
import type { Deliver, Delivering, Json, Target } from './target.ts'

interface Services extends MessageServices {
  readonly egress: Egress
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const slackAccess = ({ credentials }: Opened) => ({ token: text(credentials['token']) })
const teamsAccess = ({ credentials }: Opened) => ({ url: text(credentials['url']) })
const webhookAccess = ({ credentials }: Opened): webhook.WebhookAccess => ({
  url: text(credentials['url']),
  secret: text(credentials['secret']),
  former_secret: text(credentials['former_secret']) || null,
})

type EventType = 'scan.completed' | 'alert.fired'
type Send = (delivering: Delivering, digest: Digest, type: EventType) => Promise<Json>

/** Under the id of the delivery: after a lost response the message may arrive twice with the same id. */
const afterScan =
  (services: Services, send: Send): Deliver =>
  async (delivering) => {
    const { scan_id } = (delivering.payload as unknown as ScanPayload).subject
    const digest = await messageOf(delivering, scan_id, services)
    if (digest === undefined) throw new NotDelivered('not_found', 'The scan was deleted.')
    if (digest === null) return { outcome: { sent: false, because: 'No new or worse findings.' } }
    return { outcome: { sent: true, ...(await send(delivering, digest, 'scan.completed')) } }
  }

const ofRule =
  (services: Services, send: Send): Deliver =>
  async (delivering) => {
    const digest = await alertOf(delivering, services)
    return { outcome: { sent: true, ...(await send(delivering, digest, 'alert.fired')) } }
  }

const delivers = (
  type: keyof typeof kindsOfAlerts,
  services: Services,
  send: Send,
): Target['deliver'] => ({
  [kindsAfterScan[type]]: afterScan(services, send),
  [kindsOfAlerts[type]]: ofRule(services, send),
})

const nothing = (): Json => ({})

export function slackTarget(services: Services): Target {
  const { egress } = services
  const send: Send = async ({ id, integration, signal }, digest) => {
    const channel = text(integration.configuration['channel'])
    const post = { digest, channel, id }
    const sent = await slack.postDigest(slackAccess(integration), egress, post, signal)
    return { channel: sent.channel, ts: sent.ts }
  }
  return {
    async test(integration, signal) {
      const access = slackAccess(integration)
      const team = await slack.testConnection(access, egress, signal)
      const channels = await slack.channels(access, egress, signal)
      const own = channels.filter(({ is_member }) => is_member) // it writes nowhere else
      const names = own.map(({ id, name }) => [id, name] as const)
      return { ...team, channels: Object.fromEntries(names) }
    },
    deliver: delivers('slack', services, send),
  }
}

export function teamsTarget(services: Services): Target {
  const { egress } = services
  const send: Send = ({ id, integration, signal }, digest) =>
    teams.postDigest(teamsAccess(integration), egress, { digest, id }, signal).then(nothing)
  return {
    test: (integration, signal) =>
      teams.testConnection(teamsAccess(integration), egress, signal).then(nothing),
    deliver: delivers('teams', services, send),
  }
}

export function webhookTarget(services: Services): Target {
  const { egress } = services
  const send: Send = ({ id, integration, signal }, digest, type) => {
    const event = {
      id,
      type,
      timestamp: digest.window.to,
      data: webhook.digestData(digest),
    }
    return webhook.deliver(webhookAccess(integration), egress, event, signal).then(nothing)
  }
  return {
    test: (integration, signal) => {
      const event = { id: newId(), timestamp: new Date().toISOString() }
      return webhook.testConnection(webhookAccess(integration), egress, event, signal).then(nothing)
    },
    deliver: delivers('webhook', services, send),
  }
}
