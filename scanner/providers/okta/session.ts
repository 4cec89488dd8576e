import {
  HttpFailure,
  type OpenOptions,
  ScanProblem,
  type Session,
  setting,
} from '../../kit/index.ts'
import { get, list } from './calls.ts'
import { type Okta, scopes } from './client.ts'
import { domainOf } from './domain.ts'
import { type Door, failures, isMembers, jsonOf, send } from './door.ts'
import { signingKey } from './keys.ts'
import { Tokens } from './tokens.ts'

const invalid = (detail: string) => new ScanProblem('invalid_secret', detail)
const failed = (detail: string) => new ScanProblem('sign_in_failed', detail)

const maxScopes = 100

/** Converts a secret's members for a scan. Throws ScanProblem. */
function appOf(secret: unknown) {
  const { okta_client_id, okta_private_key, okta_scopes }: Readonly<Record<string, unknown>> =
    isMembers(secret) ? secret : {}
  if (typeof okta_client_id !== 'string' || !/^[\x21-\x7e]{1,1024}$/.test(okta_client_id))
    throw invalid('The secret must have okta_client_id, the client ID of a service app.')
  if (typeof okta_private_key !== 'string')
    throw invalid('The secret must have okta_private_key, the private key of the service app.')
  const app = { clientId: okta_client_id, key: signingKey(okta_private_key) }
  return { app, asked: scopesAsked(okta_scopes) }
}

/** Returns the scopes of a secret that a scan needs; all needed scopes if the secret names none. */
function scopesAsked(named: unknown): readonly string[] {
  if (named === undefined || named === null) return scopes
  const isList =
    Array.isArray(named) &&
    named.length <= maxScopes &&
    named.every((one) => typeof one === 'string')
  if (!isList) throw invalid('okta_scopes must be a list of scopes.')
  const asked = scopes.filter((scope) => (named as readonly string[]).includes(scope))
  if (asked.length > 0 || named.length === 0) return asked.length > 0 ? asked : scopes
  throw invalid(
    `okta_scopes must contain at least one of the scopes that a scan uses: ${scopes.join(', ')}.`,
  )
}

/** Returns the engine of the organization. The request needs no authentication. */
async function pipelineOf(door: Door, signal: AbortSignal): Promise<'idx' | 'v1'> {
  const request = { name: 'get organization', path: '/.well-known/okta-organization' }
  const answer = await send(door, { ...request, signed: () => ({ headers: {} }) }, signal).catch(
    (thrown: unknown) => {
      throw thrown instanceof HttpFailure ? failed(failures[thrown.code]) : thrown
    },
  )
  if (answer.status === 404) throw failed('No Okta organization has this domain.')
  if (answer.status === 429) throw failed('Okta rate-limited the request. Try again later.')
  if (answer.status !== 200) throw failed(`Okta returned status ${answer.status}.`)
  const body = jsonOf(answer)
  const pipeline = isMembers(body) ? body['pipeline'] : undefined
  if (pipeline === 'idx' || pipeline === 'v1') return pipeline
  throw failed('The server does not respond like Okta.')
}

/** Signs in to an organization: reads its engine and the app's permissions. Throws ScanProblem. */
export async function openSession({
  uid,
  secret,
  config,
  http,
  clock,
  signal,
}: OpenOptions): Promise<Session<Okta>> {
  const domain = domainOf(uid)
  const { app, asked } = appOf(secret)
  const door: Door = { http, clock, domain, endpoint: setting(config, 'endpoint_url', '') || null }
  const isClassic = (await pipelineOf(door, signal)) === 'v1'
  const tokens = new Tokens(door, app, asked)
  const { granted } = await tokens.current(signal)
  const known = new Set(granted)
  return {
    account: domain,
    partition: '',
    regions: [],
    home: '',
    gaps: [],
    missing: scopes.filter((scope) => !known.has(scope)),
    client: (_region, unitSignal) => {
      const api = { door, tokens, granted: known, signal: unitSignal }
      return {
        domain,
        isClassic,
        list: (call, id) => list(api, call, id),
        get: (call, id) => get(api, call, id),
      }
    },
  }
}
