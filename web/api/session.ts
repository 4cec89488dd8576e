/**
 * Who is signed in. The access token lives in memory; the refresh token in a cookie that no script reads.
 * All tabs share one session: one of them renews, and notifies the others.
 */
import { ApiProblem, isDown } from './problem.ts'
import { anonymously, base, documentOf, patiently, pause, problemOf, send } from './send.ts'

/** No other site can send it without being allowed to, so a request that has it comes from the app. */
const csrf = { 'X-Plumbline-Session': 'app' }

interface Access {
  readonly token: string
  readonly endsAt: number
}
type Note = { readonly is: 'access'; readonly access: Access } | { readonly is: 'signed out' }

const tabs = new BroadcastChannel('plumbline-session')
/** Renewed so long before it ends. */
const marginMs = 60_000

let access: Access | null = null
/** The user of this page: outlives the tokens, and all requests are for this user. */
let owner: Claims | null = null
let hasLeft = false
/** Requests that wait until the user has signed in again. */
let waiting: PromiseWithResolvers<void> | null = null

/** `expired`: the server ended the session; the page stays, and `resumed` follows when its user has signed in again. */
export type SessionEvent = 'signed out' | 'signed out in another tab' | 'expired' | 'resumed'
let tell: (event: SessionEvent, reason?: string | null) => void = () => {}
/** Why the session ends, or may have ended: its user deleted the tenant or left it. */
let departure: string | null = null

tabs.addEventListener('message', ({ data }: MessageEvent<Note>) => {
  if (data.is === 'signed out') end('signed out in another tab')
  else if (isOthers(data.access.token)) leave()
  else {
    keep(data.access) // also the first token of this page, which then becomes the page of that user
    resume()
  }
})

/** Another tenant or another user: nothing on this page is theirs, and what is typed in it least of all. */
function leave(): void {
  hasLeft = true
  access = null
  location.reload()
}

/** Ends the session. Waiting requests are abandoned, so that they are never sent with another user's token. */
function end(event: 'signed out' | 'signed out in another tab'): void {
  access = null
  owner = null
  waiting?.reject(new Error('You signed out.'))
  waiting = null
  tell(event, departure)
  departure = null
}

function resume(): void {
  if (!waiting) return
  waiting.resolve()
  waiting = null
  tell('resumed')
}

/** `reason` is for the user, if there is more to report than the event. */
export function onSession(listener: typeof tell): void {
  tell = listener
}

/** The token, while it is good. */
const held = (): string | undefined =>
  access !== null && access.endsAt - Date.now() > marginMs ? access.token : undefined

interface Claims {
  readonly exp: number
  readonly sub: string
  readonly tenant_id: string
}

/** The claims of a token that the server has just issued; no decision depends on them. */
function claimsOf(token: string): Claims {
  const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return JSON.parse(atob(part))
}

function isOthers(token: string): boolean {
  const { sub, tenant_id } = claimsOf(token)
  return owner !== null && (owner.sub !== sub || owner.tenant_id !== tenant_id)
}

function keep(fresh: Access): void {
  owner = claimsOf(fresh.token)
  access = fresh
}

function take(token: string): string {
  const fresh = { token, endsAt: claimsOf(token).exp * 1_000 }
  keep(fresh)
  tabs.postMessage({ is: 'access', access: fresh } satisfies Note)
  return token
}

/** For a browser without a session, the server sends 204: the console of the sign-in page shows no error. */
const noSession = (): ApiProblem =>
  new ApiProblem(401, [{ status: '401', code: 'session_ended', detail: 'Sign in.' }], null)

async function sessionToken(path: string, body: string | null): Promise<string> {
  const response = await patiently(() =>
    send(`/browser-sessions${path}`, {
      method: 'POST',
      headers: { ...csrf, 'Content-Type': 'application/vnd.api+json' },
      body,
      keepalive: true, // a page that is closed or reloaded meanwhile has used the cookie, and needs the next one
    }),
  )
  if (!response.ok) throw await problemOf(response)
  if (response.status === 204) throw noSession()
  const { data } = (await response.json()) as { data: { attributes: { access: string } } }
  return data.attributes.access
}

/**
 * Uses a refresh token up: it becomes this browser's session. Requests that waited for a sign-in continue. A page that
 * shows another tenant or user is loaded again, unless its caller shows the new one.
 */
async function adopt(refresh: string, isSwitch = false): Promise<void> {
  const fresh = await sessionToken('', documentOf('browser-sessions', { refresh }))
  const isOther = !isSwitch && isOthers(fresh)
  take(fresh)
  if (isOther) leave()
  else resume()
}

/** The cookie may be another tenant's by now: another tab switched, and this one has not heard of it. */
async function refreshed(): Promise<string> {
  const fresh = await sessionToken('/refresh?optional=true', null)
  if (!isOthers(fresh)) return take(fresh)
  leave()
  throw new Error('Another tab switched to another tenant. This tab switches too.')
}

/** Delays before a retry: the cookie of the faster tab is about to arrive. */
const pausesMs = [0, 200, 800]

async function renew(): Promise<string> {
  if (hasLeft) throw new Error('This page is closing.')
  for (let tries = 0; ; tries += 1) {
    const fresh = held()
    if (fresh) return fresh
    try {
      return await refreshed()
    } catch (error) {
      // Another tab was faster, or this page before its reload.
      const isLate = error instanceof ApiProblem && error.status === 409
      const pauseMs = pausesMs[tries]
      if (!isLate || pauseMs === undefined) throw error
      await pause(pauseMs)
    }
  }
}

let renewing: Promise<string> | undefined

/** Throws a 401 without a session. Pages of plain HTTP from another machine have no locks. */
export const renewed = (): Promise<string> =>
  (renewing ??= (
    'locks' in navigator ? navigator.locks.request('plumbline-session', renew) : renew()
  ).finally(() => (renewing = undefined)))

/** A token; if the session has ended, waits until the user has signed in again. Rejects after a sign-out. */
export async function token(): Promise<string> {
  for (;;) {
    try {
      return held() ?? (await renewed())
    } catch (error) {
      const isOver = error instanceof ApiProblem && error.status === 401
      if (!isOver || owner === null) throw error
      if (departure !== null) {
        announceEnd()
        throw error
      }
    }
    if (!waiting) {
      waiting = Promise.withResolvers()
      tell('expired')
    }
    await waiting.promise
  }
}

/** The tenant that the session is in, also after it has expired. */
export const tenantId = (): string | null => owner?.tenant_id ?? null

interface Credentials {
  readonly email: string
  readonly password: string
  readonly otp?: string
}

/**
 * Signs in to the tenant that this page shows. Where that has become impossible: after the end of the session to the
 * tenant that the user joined first, and the page is loaded again; within a session not at all.
 */
export async function signIn(credentials: Credentials): Promise<void> {
  const tenant_id = tenantId()
  const inTenant = async (more: object): Promise<Response> =>
    send('/tokens', {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: documentOf('tokens', { ...credentials, ...more }),
    })
  let response = await inTenant(tenant_id ? { tenant_id } : {})
  let problem = response.ok ? null : await problemOf(response)
  if (problem?.code === 'not_a_member' && waiting) {
    response = await inTenant({})
    problem = response.ok ? null : await problemOf(response)
  }
  if (problem) throw problem
  const { data } = (await response.json()) as { data: { attributes: { refresh: string } } }
  await adopt(data.attributes.refresh)
}

/** The account exists, but its user has to sign in: the first sign-in failed. */
export class AccountCreated extends Error {}

/** Throws AccountCreated if only the sign-in fails. */
export async function signUp(
  person: {
    readonly name: string
    readonly email: string
    readonly password: string
    readonly company_name?: string
  },
  invitationToken?: string,
): Promise<void> {
  const invited = invitationToken ? { invitation_token: invitationToken } : {}
  const response = await send('/users', {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    body: documentOf('users', { ...person, ...invited }),
  })
  if (!response.ok) throw await problemOf(response)
  await signIn({ email: person.email, password: person.password }).catch((cause: unknown) => {
    throw new AccountCreated('Your account was created. Sign in.', { cause })
  })
}

/** Switches all tabs to another tenant of the same user. This page sends nothing more, and is loaded again. */
export async function switchTenant(tenant: string): Promise<void> {
  await enterTenant(tenant)
  leave()
}

async function enterTenant(tenant: string): Promise<void> {
  const response = await ask('/tokens/switch', {
    method: 'POST',
    body: { data: { type: 'tokens-switch-tenant', attributes: { tenant_id: tenant } } },
  })
  const { data } = (await response.json()) as { data: { attributes: { refresh: string } } }
  await adopt(data.attributes.refresh, true)
}

/** Joins the tenant of an invitation, and switches to it. The caller shows the new tenant. */
export async function acceptInvitation(invitation_token: string): Promise<void> {
  const response = await ask('/invitations/accept', {
    method: 'POST',
    body: { data: { type: 'invitations', attributes: { invitation_token } } },
  })
  const { data } = (await response.json()) as {
    data: { relationships: { tenant: { data: { id: string } } } }
  }
  await enterTenant(data.relationships.tenant.data.id)
}

const startedKey = 'plumbline-sign-in'

/** The URL to sign in with a provider; the proof that this browser started it is stored until the return. */
export async function initiate(
  method: 'github' | 'google' | 'oidc',
  invitation_token: string | null,
): Promise<string> {
  const started = await anonymously<{
    authorization_url: string
    state: string
    code_verifier: string
  }>(`/auth/${method}/initiate`)
  const invited = invitation_token === null ? {} : { invitation_token }
  sessionStorage.setItem(startedKey, JSON.stringify({ ...started, ...invited }))
  return started.authorization_url
}

/** The same by SAML, for an address or its domain. Throws what the API has against it. */
export async function initiateSaml(typed: string): Promise<string> {
  const email_domain = typed.slice(typed.lastIndexOf('@') + 1).trim()
  const callback_url = '/sign-in/saml'
  const email = typed.includes('@') ? { email: typed.trim() } : {}
  const attributes = { email_domain, callback_url, ...email }
  const answer = await send('/auth/saml/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'saml-initiate', attributes } }),
    redirect: 'manual',
  })
  if (answer.type !== 'opaqueredirect') throw await problemOf(answer)
  sessionStorage.setItem(startedKey, JSON.stringify({ state: 'saml' }))
  const path = `/accounts/saml/${encodeURIComponent(email_domain)}/login/`
  return `${base}${path}?callback_url=${callback_url}`
}

/**
 * The page that a provider redirects to: `/sign-in/github?code=…&state=…`, or `/sign-in/saml?id=…`. A sign-in that
 * this window did not begin may be another person's, which a link brought here: it is refused.
 */
export async function finishSignIn(method: string, given: URLSearchParams): Promise<void> {
  const { state, code_verifier, invitation_token } = JSON.parse(
    sessionStorage.getItem(startedKey) ?? '{}',
  ) as {
    readonly state?: string
    readonly code_verifier?: string
    readonly invitation_token?: string
  }
  sessionStorage.removeItem(startedKey)
  const isOurs = state !== undefined && state === (method === 'saml' ? 'saml' : given.get('state'))
  if (!isOurs) throw new Error('This sign-in was not started in this window. Start it again.')
  if (method === 'saml') {
    const { refresh } = await anonymously<{ refresh: string }>(
      `/tokens/saml?id=${encodeURIComponent(given.get('id') ?? '')}`,
    )
    return void (await adopt(refresh))
  }
  const refused = given.get('error_description') ?? given.get('error')
  if (refused) throw new Error(`The identity provider rejected the sign-in: ${refused}.`)
  const { refresh } = await anonymously<{ refresh: string }>(`/tokens/${method}`, {
    type: `${method}-social-tokens`,
    attributes: { code: given.get('code') ?? '', state, code_verifier, invitation_token },
  })
  await adopt(refresh)
}

/**
 * The address that the demo prints. It signs in once; opening it again in the same browser uses that session. Throws
 * for an invalid code.
 */
export async function signInToDemo(code: string): Promise<void> {
  const asked = { type: 'demo-sign-ins', attributes: { code } }
  try {
    const { refresh } = await anonymously<{ refresh: string }>('/demo-sign-ins', asked)
    await adopt(refresh)
  } catch (error) {
    await renewed().catch(() => {
      throw error
    })
  }
}

/** Throws if the server does not confirm: the browser is still signed in then. */
export async function signOut(): Promise<void> {
  const response = await send('/browser-sessions', { method: 'DELETE', headers: csrf })
  if (!response.ok) throw await problemOf(response)
  announceEnd()
}

function announceEnd(): void {
  tabs.postMessage({ is: 'signed out' } satisfies Note)
  end('signed out')
}

export interface Departure {
  /** What the user reads at the entrance. */
  readonly done: string
  /** The same if the answer was lost. */
  readonly lost: string
}

/**
 * Does `work`, which deletes the tenant of the session or the membership in it, and signs out. If the answer is lost,
 * the session may have ended, and the user may be deleted: a prompt to sign in again could never succeed, so the user
 * is signed out too. Throws what `work` throws while the session continues.
 */
export async function departing(
  { done, lost }: Departure,
  work: () => Promise<void>,
): Promise<void> {
  departure = `Your session has ended. ${lost}` // also for requests that fail before the answer arrives
  try {
    await work()
  } catch (error) {
    if (!isDown(error)) {
      departure = null
      throw error
    }
    access = null
    const goesOn = await token().then(
      () => true,
      () => false, // has signed out if the session has ended
    )
    if (owner === null) return
    if (goesOn) departure = null
    throw new Error(`${(error as Error).message} ${lost}`, { cause: error })
  }
  departure = done
  await signOut()
}

export interface Ask extends Omit<RequestInit, 'body'> {
  readonly body?: object | FormData
  readonly accept?: string
}

/**
 * A request with the session's token; once more with a new one after a 401. When the session has ended, it waits
 * until the user has signed in again. Throws ApiProblem, Unreachable.
 */
export async function ask(
  path: string,
  { body, accept, headers, ...init }: Ask = {},
): Promise<Response> {
  const attempt = async (bearer: string): Promise<Response> =>
    send(path, {
      ...init,
      headers: {
        Authorization: `Bearer ${bearer}`,
        Accept: accept ?? 'application/vnd.api+json',
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/vnd.api+json' }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  const asked = async (): Promise<Response> => {
    const response = await attempt(await token())
    if (response.status !== 401) return response
    access = null
    return attempt(await token())
  }
  // Only reads can be repeated safely.
  const isRead = init.method === undefined || init.method === 'GET'
  const response = isRead ? await patiently(asked, init.signal) : await asked()
  // A redirect, which a caller that set `redirect: 'manual'` follows itself.
  const isAway = init.redirect === 'manual' && response.type === 'opaqueredirect'
  if (response.ok || isAway) return response
  if (response.status === 401) end('signed out')
  throw await problemOf(response)
}
