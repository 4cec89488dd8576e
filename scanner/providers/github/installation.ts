// A GitHub App acts for accounts that installed it, with tokens that are valid for one hour and renewed before they
// expire.
import { CallProblem, HttpFailure, ScanProblem } from '../../kit/index.ts'
import { type Api, isMembers, nextOf, parsed, problemOf, sent, within } from './calls.ts'
import type { Account, Members } from './client.ts'
import { appToken, type Credentials } from './credentials.ts'
import { missingInGrants } from './permissions.ts'
import { asked, denied, failed, numberOf, textOf } from './sign-in.ts'

type App = Extract<Credentials, { kind: 'app' }>

export interface Installation {
  readonly account: Account
  /** True if the installation is limited to selected repositories. */
  readonly isSelected: boolean
  /** Permissions that the account did not grant to the app. */
  readonly missing: readonly string[]
  authorization(signal: AbortSignal): Promise<string>
}

interface Listed {
  readonly id: number
  readonly account: Account
  readonly isSuspended: boolean
  readonly isSelected: boolean
  readonly grants: Members
}

const bearer = (app: App, now: number): string => `Bearer ${appToken(app, now)}`

function listedOf(value: unknown): Listed {
  const item = isMembers(value) ? value : {}
  const account = isMembers(item['account']) ? item['account'] : {}
  return {
    id: numberOf(item, 'id'),
    account: {
      login: textOf(account, 'login'),
      id: numberOf(account, 'id'),
      isOrganization: account['type'] === 'Organization',
    },
    isSuspended: item['suspended_at'] !== null && item['suspended_at'] !== undefined,
    isSelected: item['repository_selection'] !== 'all',
    grants: isMembers(item['permissions']) ? item['permissions'] : {},
  }
}

/** The maximum number of pages of installations to search for an account. */
const maxPages = 100

async function* installations(api: Api, app: App, signal: AbortSignal): AsyncGenerator<Listed> {
  const name = 'GET /app/installations'
  let path = '/app/installations?per_page=100'
  for (let n = 0; n < maxPages; n++) {
    const authorization = bearer(app, api.clock.now())
    const answer = await asked(api, { name, path, authorization }, signal)
    if (answer.status !== 200) throw denied('GitHub does not accept the ID and the key of the app.')
    const items = parsed(answer)
    if (!Array.isArray(items))
      throw failed('The response of GitHub is not a list of installations.')
    yield* items.map(listedOf)
    const next = nextOf(answer.headers['link'])
    if (next === null) return
    const url = within(api.base, next)
    if (!url) throw failed('The list of installations from GitHub links to another host.')
    path = url.href
  }
  throw failed('The app has more installations than can be searched.')
}

async function chosen(api: Api, app: App, uid: string | null, signal: AbortSignal) {
  const seen: Listed[] = []
  for await (const one of installations(api, app, signal)) {
    if (uid !== null && one.account.login.toLowerCase() === uid.toLowerCase()) return one
    seen.push(one)
  }
  const [only] = seen
  if (uid === null && only && seen.length === 1) return only
  if (uid === null && seen.length > 1)
    throw new ScanProblem(
      'account_mismatch',
      'The app is installed in several accounts. Specify one of them.',
    )
  throw new ScanProblem(
    'account_mismatch',
    uid === null
      ? 'The app is not installed in any account.'
      : `The app is not installed in ${uid}.`,
  )
}

/** A token is renewed this long before it expires: a call may wait that long for its turn. */
const marginMs = 5 * 60_000

interface Token {
  readonly header: string
  readonly ends: number
}

async function newToken(api: Api, app: App, id: number, signal: AbortSignal): Promise<Token> {
  const name = 'POST /app/installations/{installation_id}/access_tokens'
  const path = `/app/installations/${id}/access_tokens`
  const authorization = bearer(app, api.clock.now())
  const answer = await sent(api, { name, path, authorization, body: {} }, signal)
  if (answer.status !== 201) throw problemOf(name, answer, api.clock.now())
  const value = parsed(answer)
  const { token, expires_at: end } = (isMembers(value) ? value : {}) as Members
  const ends = typeof end === 'string' ? Date.parse(end) : Number.NaN
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(token) || Number.isNaN(ends))
    throw new CallProblem('broken_answer', 'error', name, 'The response does not include a token.')
  return { header: `Bearer ${token}`, ends }
}

/** Signs in as the installation of an account; null for the only one. Throws ScanProblem. */
export async function installationOf(
  api: Api,
  app: App,
  uid: string | null,
  signal: AbortSignal,
): Promise<Installation> {
  const { id, account, isSuspended, isSelected, grants } = await chosen(api, app, uid, signal)
  if (isSuspended) throw denied(`The app is suspended in ${account.login}.`)
  let current = newToken(api, app, id, signal)
  try {
    await current
  } catch (thrown) {
    if (!(thrown instanceof CallProblem) && !(thrown instanceof HttpFailure)) throw thrown
    throw failed(`GitHub does not issue a token to the app for ${account.login}.`)
  }
  return {
    account,
    isSelected,
    missing: missingInGrants(grants, account.isOrganization),
    async authorization(unitSignal) {
      for (;;) {
        unitSignal.throwIfAborted()
        const known = current
        const token = await known.catch(() => null)
        if (token && token.ends - api.clock.now() > marginMs) return token.header
        // The first caller that finds it expiring renews it; the others wait for the same response.
        if (current === known) current = newToken(api, app, id, unitSignal)
        try {
          return (await current).header
        } catch (thrown) {
          // Another reader was canceled while loading for all.
          if (thrown instanceof Error && thrown.name === 'AbortError' && !unitSignal.aborted)
            continue
          throw thrown
        }
      }
    },
  }
}
