import type { Egress } from '../../platform/egress/index.ts'
import {
  ask,
  type Json,
  jsonOf,
  objectOf,
  objectsOf,
  refusalOf,
  retryAfterSeconds,
  textOf,
} from '../call.ts'
import type { Digest } from '../digest.ts'
import { Pace, paceKey } from '../pace.ts'
import { shortLine } from '../plain-text.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import { slackLimits } from './limits.ts'
import { renderDigest } from './rendering.ts'

export interface SlackAccess {
  /** Of a bot: `xoxb-…`. */
  readonly token: string
  /** Where Slack is instead: a test's. Never a user's to choose. */
  readonly origin?: string
}

export interface SlackTeam {
  readonly team_id: string
  readonly team_name: string
  readonly bot_user_id: string
}

export interface SlackChannel {
  readonly id: string
  readonly name: string
  readonly is_private: boolean
  /** The bot writes only where it is a member, or where its scopes let it write everywhere. */
  readonly is_member: boolean
}

/** Where a message is: what `updateDigest` takes to replace it. */
export interface SlackMessage {
  readonly channel: string
  readonly ts: string
}

export async function testConnection(
  access: SlackAccess,
  egress: Egress,
  signal?: AbortSignal,
): Promise<SlackTeam> {
  const answer = await callSlack(access, egress, { method: 'auth.test', body: {}, signal })
  return {
    team_id: textOf(answer['team_id']),
    team_name: textOf(answer['team']),
    bot_user_id: textOf(answer['user_id']),
  }
}

/** Channels that are not archived; private ones where the bot is a member. */
export async function channels(
  access: SlackAccess,
  egress: Egress,
  signal?: AbortSignal,
): Promise<readonly SlackChannel[]> {
  const found: SlackChannel[] = []
  const query = {
    exclude_archived: 'true',
    types: 'public_channel,private_channel',
    limit: String(slackLimits.page),
  }
  let cursor = ''
  do {
    const answer = await callSlack(access, egress, {
      method: 'conversations.list',
      query: { ...query, ...(cursor !== '' && { cursor }) },
      signal,
    })
    for (const one of objectsOf(answer['channels'])) {
      found.push({
        id: textOf(one['id']),
        name: textOf(one['name']),
        is_private: one['is_private'] === true,
        is_member: one['is_member'] === true,
      })
    }
    cursor = textOf(objectOf(answer['response_metadata'])?.['next_cursor'])
  } while (cursor !== '' && found.length < slackLimits.maxChannels)
  return found
}

export interface SlackPost {
  readonly digest: Digest
  readonly channel: string
  /** The id of the delivery, in the message so that repeats can be recognized. */
  readonly id: string
}

const messages = new Pace(slackLimits.rate)

/** Resolves when the channel takes the next message. */
const turn = ({ token, origin = '' }: SlackAccess, channel: string, signal?: AbortSignal) =>
  messages.turn(paceKey(origin, token, channel), signal)

/** After `uncertain` the message may be there; sending it again may repeat it. */
export async function postDigest(
  access: SlackAccess,
  egress: Egress,
  { thread_ts, ...post }: SlackPost & { readonly thread_ts?: string },
  signal?: AbortSignal,
): Promise<SlackMessage> {
  const body = {
    ...messageOf(post),
    unfurl_links: false,
    unfurl_media: false,
    ...(thread_ts !== undefined && { thread_ts }),
  }
  await turn(access, post.channel, signal)
  return where(await callSlack(access, egress, { method: 'chat.postMessage', body, signal }))
}

/** Replaces a message; `not_found` if it was deleted. Safe to repeat. */
export async function updateDigest(
  access: SlackAccess,
  egress: Egress,
  { ts, ...post }: SlackPost & { readonly ts: string },
  signal?: AbortSignal,
): Promise<SlackMessage> {
  const body = { ...messageOf(post), ts }
  await turn(access, post.channel, signal)
  return where(await callSlack(access, egress, { method: 'chat.update', body, signal }))
}

const messageOf = ({ digest, channel, id }: SlackPost) => ({
  channel,
  ...renderDigest(digest),
  metadata: { event_type: 'plumbline_digest', event_payload: { id, rule_id: digest.rule.id } },
})

const where = (answer: Json): SlackMessage => ({
  channel: textOf(answer['channel']),
  ts: textOf(answer['ts']),
})

/** Throws NotDelivered, also for errors that Slack returns with 200. */
async function callSlack(
  { token, origin = 'https://slack.com' }: SlackAccess,
  egress: Egress,
  call: {
    readonly method: string
    readonly query?: Readonly<Record<string, string>>
    readonly body?: object
    readonly signal: AbortSignal | undefined
  },
): Promise<Json> {
  const { method, query, body, signal } = call
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const answer = await ask(egress, {
    method: body ? 'POST' : 'GET',
    url: `${origin}/api/${method}${search}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json; charset=utf-8' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const { status, headers } = answer
  const json = jsonOf(answer)
  if (json?.['ok'] === true) return json
  const error = textOf(json?.['error'])
  if (error === '' && status < 300)
    throw new NotDelivered('uncertain', 'Slack answered with something other than its JSON.')
  const code = errors[error] ?? (status < 300 ? 'invalid' : refusalOf(status))
  throw new NotDelivered(
    code,
    sentence(error || String(status), json ?? {}),
    retryAfterSeconds(headers),
  )
}

/** Slack's words that are not about the request itself; all others are `invalid`. */
const errors: Readonly<Record<string, Refusal>> = {
  ...every('unauthorised', [
    'access_denied',
    'account_inactive',
    'accesslimited',
    'ekm_access_denied',
    'enterprise_is_restricted',
    'invalid_auth',
    'missing_scope',
    'no_permission',
    'not_allowed_token_type',
    'not_authed',
    'not_in_channel',
    'org_login_required',
    'restricted_action',
    'team_access_not_granted',
    'token_expired',
    'token_revoked',
    'two_factor_setup_required',
  ]),
  ...every('not_found', [
    'channel_not_found',
    'is_archived',
    'message_not_found',
    'thread_not_found',
  ]),
  ...every('too_large', ['msg_too_long', 'msg_blocks_too_long', 'metadata_too_large']),
  ...every('rate_limited', ['ratelimited', 'rate_limited', 'message_limit_exceeded']),
  ...every('unavailable', [
    'fatal_error',
    'internal_error',
    'request_timeout',
    'service_unavailable',
    'team_added_to_org',
  ]),
}

function every(code: Refusal, names: readonly string[]): Record<string, Refusal> {
  return Object.fromEntries(names.map((name) => [name, code]))
}

const hints: Readonly<Record<string, string>> = {
  not_in_channel: 'Invite the app to the channel.',
  channel_not_found: 'The channel does not exist, or it is private and the app is not a member.',
  is_archived: 'The channel is archived.',
  missing_scope: 'The app does not have a required scope.',
}

/** `Slack says not_in_channel. Invite the app to the channel.` */
function sentence(error: string, json: Json): string {
  const needed = textOf(json['needed'])
  const messages = objectOf(json['response_metadata'])?.['messages']
  const details = Array.isArray(messages) ? messages.map(textOf) : []
  const more = [hints[error] ?? '', needed && `Required: ${needed}.`, ...details]
  return shortLine([`Slack answered ${error}.`, ...more].filter((one) => one !== '').join(' '), 600)
}
