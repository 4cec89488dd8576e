/** GitHub speaks OAuth 2 without OpenID: the user is read from its API. */
import * as client from 'openid-client'
import { type Egress, fetchBy } from '../../../platform/egress/index.ts'
import { meant } from './open-id.ts'
import { type ClientSettings, NotIdentified, type SocialProvider } from './provider.ts'

const site = 'https://github.com'
const api = 'https://api.github.com'

type Members = Readonly<Record<string, unknown>>
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function saysError(body: string): boolean {
  try {
    const read: unknown = JSON.parse(body)
    return isMembers(read) && 'error' in read
  } catch {
    return false
  }
}

/** GitHub refuses a code with the status 200, which the standard has for tokens alone. */
function refusingFetch(egress: Egress): client.CustomFetch {
  const send = fetchBy(egress)
  return async (url, { headers, ...options }) => {
    const answer = await send(url, {
      ...options,
      headers: { ...headers, 'User-Agent': 'Plumbline' },
    })
    const body = await answer.text()
    const status = answer.status === 200 && saysError(body) ? 400 : answer.status
    return new Response(body, { status, headers: answer.headers })
  }
}

export function gitHub(
  { clientId, clientSecret, callbackUrl }: ClientSettings,
  egress: Egress,
): SocialProvider {
  const server = {
    issuer: site,
    authorization_endpoint: `${site}/login/oauth/authorize`,
    token_endpoint: `${site}/login/oauth/access_token`,
  }
  const secret = client.ClientSecretPost(clientSecret)
  const config = new client.Configuration(server, clientId, {}, secret)
  config[client.customFetch] = refusingFetch(egress)
  config.timeout = 10

  async function ask(token: string, path: string): Promise<unknown> {
    const url = new URL(`${api}${path}`)
    const headers = new Headers({ Accept: 'application/json' })
    const answer = await client.fetchProtectedResource(config, token, url, 'GET', null, headers)
    if (!answer.ok) throw new NotIdentified(`${path}: ${answer.status}`)
    return answer.json()
  }
  return {
    name: 'github',
    needsState: false,
    async authorizationUrl({ state, challenge }) {
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: 'read:user user:email',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async identify({ code, verifier }) {
      const answer = new URL(callbackUrl)
      answer.searchParams.set('code', code)
      try {
        const { access_token } = await client.authorizationCodeGrant(config, answer, {
          ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
        })
        const user = await ask(access_token, '/user')
        const addresses = await ask(access_token, '/user/emails')
        if (!isMembers(user) || typeof user['id'] !== 'number' || !Array.isArray(addresses))
          throw new NotIdentified('The response does not identify a user.')
        const primary = addresses.filter(isMembers).find((one) => one['primary'] === true)
        const email = primary?.['email']
        return {
          issuer: site,
          subject: String(user['id']), // not the login, which another user can take after a rename
          email: typeof email === 'string' ? email : '',
          emailVerified: typeof email === 'string' && primary?.['verified'] === true,
          name: typeof user['name'] === 'string' ? user['name'] : '',
        }
      } catch (error) {
        throw meant(error)
      }
    },
  }
}
