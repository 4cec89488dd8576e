/** Fakes of three sign-in providers, and clients that return from them. */
import type { Answered, Client, Item, World } from '../../../../testing/index.ts'
import type { Egress } from '../../../../platform/egress/index.ts'
import { NotReached } from '../../../../platform/egress/index.ts'
import { GitHub } from './git-hub.ts'
import { type Account, type Bent, clientId, clientSecret, Issuer } from './issuer.ts'

export const google = new Issuer('https://accounts.google.com')
export const issuer = new Issuer('https://issuer.example')
export const gitHub = new GitHub()

const hosts: Readonly<Record<string, Egress>> = {
  'accounts.google.com': google.answer,
  'issuer.example': issuer.answer,
  'github.com': gitHub.answer,
  'api.github.com': gitHub.answer,
}
export const externalProviders: Egress = (request) => {
  const answer = hosts[new URL(request.url).host]
  if (!answer) throw new NotReached('failed', `Nobody is at ${request.url}.`)
  return answer(request)
}

export const settings = {
  SOCIAL_GOOGLE_OAUTH_CLIENT_ID: clientId,
  SOCIAL_GOOGLE_OAUTH_CLIENT_SECRET: clientSecret,
  SOCIAL_GOOGLE_OAUTH_CALLBACK_URL: 'https://app.example/back/google',
  SOCIAL_GITHUB_OAUTH_CLIENT_ID: clientId,
  SOCIAL_GITHUB_OAUTH_CLIENT_SECRET: clientSecret,
  SOCIAL_GITHUB_OAUTH_CALLBACK_URL: 'https://app.example/back/github',
  SOCIAL_OIDC_ISSUER: issuer.url,
  SOCIAL_OIDC_CLIENT_ID: clientId,
  SOCIAL_OIDC_CLIENT_SECRET: clientSecret,
  SOCIAL_OIDC_CALLBACK_URL: 'https://app.example/back/oidc',
}

export type Name = 'google' | 'github' | 'oidc'

export const begin = async (w: World, name: Name): Promise<Item> =>
  (await w.anonymous.ask('POST', `/auth/${name}/initiate`)).item

export const exchange = (w: World, name: Name, attributes: object): Promise<Answered> =>
  w.anonymous.ask('POST', `/tokens/${name}`, {
    data: { type: `${name}-social-tokens`, attributes },
  })

/** What a client brings back: the code, and what it stored. */
export function brought(started: Item, code: string): Record<string, string> {
  return { code, state: started.text('state'), code_verifier: started.text('code_verifier') }
}

/** The whole way at the issuer of the settings. */
export async function signIn(
  w: World,
  account: Account,
  { bent, more }: { bent?: Bent; more?: object } = {},
): Promise<Answered> {
  const started = await begin(w, 'oidc')
  const code = issuer.signIn(started.text('authorization_url'), account, bent)
  return exchange(w, 'oidc', { ...brought(started, code), ...more })
}

/** Adds the account to the signed-in user, with the password if there is one. */
export async function link(
  w: World,
  client: Client,
  account: Account,
  current_password?: string,
): Promise<Answered> {
  const started = await begin(w, 'oidc')
  const code = issuer.signIn(started.text('authorization_url'), account)
  const proof = current_password !== undefined && { current_password }
  const attributes = { provider: 'oidc', ...brought(started, code), ...proof }
  return client.ask('POST', '/users/me/identities', {
    data: { type: 'user-identities', attributes },
  })
}
