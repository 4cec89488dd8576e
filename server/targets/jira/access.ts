import type { HttpAnswer } from '@plumbline/scanner'
import type { Egress, Outgoing } from '../../platform/egress/index.ts'
import { ask, type Json, jsonOf, refusalOf, retryAfterSeconds, textOf } from '../call.ts'
import { Pace } from '../pace.ts'
import { shortLine } from '../plain-text.ts'
import { NotDelivered } from '../target.ts'
import { jiraLimits } from './limits.ts'

export interface JiraAccess {
  /** The site's bare name: `acme` of acme.atlassian.net. */
  readonly domain: string
  readonly user_mail: string
  readonly api_token: string
  /** Of a token with scopes, which is taken at another address: `testConnection` finds it. */
  readonly cloud_id?: string | null
  /** Where Jira is instead of at Atlassian: a test's. Never a user's to choose. */
  readonly origins?: JiraOrigins
  /** How long a search may miss a new issue, if known better than Jira documents. */
  readonly searchLagSeconds?: number
}

export interface JiraOrigins {
  readonly site: string
  readonly api: string
}

/** Whether a text is a site's bare name: it becomes part of a host. */
export const isJiraSite = (domain: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(domain)

export const isProjectKey = (key: string): boolean => /^[A-Z][A-Z0-9_]{1,254}$/i.test(key)

export const siteOf = ({ domain, origins }: JiraAccess): string => {
  if (!isJiraSite(domain))
    throw new NotDelivered('invalid', 'The domain is not a valid Jira site name.')
  return origins?.site ?? `https://${domain.toLowerCase()}.atlassian.net`
}

const baseOf = (access: JiraAccess): string => {
  const site = siteOf(access)
  const { cloud_id: id, origins } = access
  if (!id) return `${site}/rest/api/3`
  const api = origins?.api ?? 'https://api.atlassian.com'
  return `${api}/ex/jira/${encodeURIComponent(id)}/rest/api/3`
}

/** Where a person reads an issue. */
export const issueLink = (access: JiraAccess, key: string): string =>
  `${siteOf(access)}/browse/${encodeURIComponent(key)}`

export interface JiraCall {
  readonly method?: Outgoing['method']
  /** Below /rest/api/3, its parts escaped. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Names of fields by their ids, for sentences about them. */
  readonly names?: ReadonlyMap<string, string>
}

const calls = new Pace(jiraLimits.rate)

/** The object in the response; empty without one. Throws NotDelivered. */
export async function callJira(access: JiraAccess, egress: Egress, call: JiraCall): Promise<Json> {
  const { method = 'GET', path, query = {}, body, signal, names = new Map() } = call
  const url = new URL(baseOf(access) + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const token = Buffer.from(`${access.user_mail}:${access.api_token}`).toString('base64')
  await calls.turn(siteOf(access), signal)
  const answer = await ask(egress, {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (answer.status < 200 || answer.status > 299) throw refusal(answer, names)
  if (answer.body.length === 0) return {}
  const json = jsonOf(answer)
  // A page of a proxy in between: the request may have succeeded.
  if (!json) throw new NotDelivered('uncertain', 'Jira answered with something other than JSON.')
  return json
}

/** Jira's messages for each field and in general: `Epic Name: is required`. */
function complaints(body: Json, names: ReadonlyMap<string, string>): string {
  const { errorMessages, errors } = body
  const general = Array.isArray(errorMessages) ? errorMessages.map(textOf) : []
  const fields = Object.entries((errors ?? {}) as Json).map(([id, said]) => {
    const name = names.get(id)
    return `${name === undefined || name === id ? id : `${name} (${id})`}: ${textOf(said)}`
  })
  const own = textOf(body['message']) || textOf(body['errorMessage'])
  const all = [...general, ...fields, ...(general.length + fields.length === 0 ? [own] : [])]
  return shortLine(all.filter((one) => one !== '').join(' '), 600)
}

const sentences: Readonly<Record<string, string>> = {
  unauthorised: 'Jira does not take the mail address and the API token',
  not_found: 'Jira has no such site, project or issue, or does not show it to this account',
  too_large: 'Jira says that the request is too large',
  rate_limited: 'Jira asks for fewer calls',
  unavailable: 'Jira failed',
  invalid: 'Jira refuses the request',
}

function refusal(answer: HttpAnswer, names: ReadonlyMap<string, string>): NotDelivered {
  const { status, headers } = answer
  const code = refusalOf(status)
  const about = complaints(jsonOf(answer) ?? {}, names)
  const reason = shortLine(headers['ratelimit-reason'] ?? '', 60)
  const detail = [`${sentences[code]} (${status}${reason && `, ${reason}`})`, about]
  const sentence = detail.filter((one) => one !== '').join(': ')
  return new NotDelivered(
    code,
    /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`,
    retryAfterSeconds(headers),
  )
}
