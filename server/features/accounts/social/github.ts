/** GitHub speaks OAuth 2 without OpenID: who signed in is asked of its API. */
import { type Egress, NotReached } from '../../../platform/egress/index.ts'
import { badCode, notReached } from './open-id.ts'
import { type ClientSettings, NotIdentified, type SocialProvider } from './provider.ts'

const site = 'https://github.com'
const api = 'https://api.github.com'

type Members = Readonly<Record<string, unknown>>
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new NotIdentified('The answer is no JSON.')
  }
}

export function gitHub(
  { clientId, clientSecret, callbackUrl }: ClientSettings,
  egress: Egress,
): SocialProvider {
  async function ask(request: Parameters<Egress>[0]): Promise<unknown> {
    const headers = { Accept: 'application/json', 'User-Agent': 'Plumbline', ...request.headers }
    try {
      const { status, body } = await egress({ ...request, headers })
      if (status !== 200) throw new NotIdentified(`${new URL(request.url).pathname}: ${status}`)
      return parsed(body)
    } catch (error) {
      throw error instanceof NotReached ? notReached(error) : error
    }
  }
  async function accessToken(code: string, verifier: string | undefined): Promise<string> {
    const form = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: callbackUrl,
      ...(verifier !== undefined && { code_verifier: verifier }),
    })
    const answer = await ask({
      method: 'POST',
      url: `${site}/login/oauth/access_token`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    // A code that is not taken is answered with 200 and an error.
    if (isMembers(answer) && answer['error'] === 'bad_verification_code') throw badCode()
    if (isMembers(answer) && typeof answer['access_token'] === 'string')
      return answer['access_token']
    throw new NotIdentified('There is no access token.')
  }
  return {
    name: 'github',
    needsState: false,
    async authorizationUrl({ state, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: callbackUrl,
        scope: 'read:user user:email',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return `${site}/login/oauth/authorize?${query}`
    },
    async identify({ code, verifier }) {
      const headers = { Authorization: `Bearer ${await accessToken(code, verifier)}` }
      const user = await ask({ method: 'GET', url: `${api}/user`, headers })
      const addresses = await ask({ method: 'GET', url: `${api}/user/emails`, headers })
      if (!isMembers(user) || typeof user['id'] !== 'number' || !Array.isArray(addresses)) {
        throw new NotIdentified('It does not say who signed in.')
      }
      const primary = addresses.filter(isMembers).find((one) => one['primary'] === true)
      const email = primary?.['email']
      return {
        issuer: site,
        subject: String(user['id']), // the login is given to somebody else when an account is renamed
        email: typeof email === 'string' ? email : '',
        emailVerified: typeof email === 'string' && primary?.['verified'] === true,
        name: typeof user['name'] === 'string' ? user['name'] : '',
      }
    },
  }
}
