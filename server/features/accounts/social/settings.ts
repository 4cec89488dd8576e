import { BadSetting, type Config } from '../../../config.ts'
import type { Egress } from '../../../platform/egress/index.ts'
import { gitHub } from './github.ts'
import { openIdProvider } from './open-id.ts'
import type { ClientSettings, ProviderName, SocialProvider } from './provider.ts'

export type SocialProviders = ReadonlyMap<ProviderName, SocialProvider>

/** All of a provider's settings, or none of them. */
function complete(
  name: string,
  parts: Readonly<Record<keyof ClientSettings, string | null>>,
): ClientSettings | undefined {
  const { clientId, clientSecret, callbackUrl } = parts
  if (!clientId && !clientSecret) return undefined // existing deployments set the address alone
  if (clientId && clientSecret && callbackUrl) return { clientId, clientSecret, callbackUrl }
  throw new BadSetting(`${name}_CLIENT_ID, _CLIENT_SECRET and _CALLBACK_URL must be set together.`)
}

/** The providers that the settings name. Throws BadSetting for half a one. */
export function socialProviders(
  config: Config,
  egress: Egress,
  now: () => number,
): SocialProviders {
  const google = complete('SOCIAL_GOOGLE_OAUTH', {
    clientId: config.googleClientId,
    clientSecret: config.googleClientSecret,
    callbackUrl: config.googleCallbackUrl,
  })
  const github = complete('SOCIAL_GITHUB_OAUTH', {
    clientId: config.gitHubClientId,
    clientSecret: config.gitHubClientSecret,
    callbackUrl: config.gitHubCallbackUrl,
  })
  const oidc = complete('SOCIAL_OIDC', {
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    callbackUrl: config.oidcCallbackUrl,
  })
  const { oidcIssuer } = config
  if ((oidc === undefined) !== (oidcIssuer === null)) {
    throw new BadSetting('SOCIAL_OIDC_ISSUER and SOCIAL_OIDC_CLIENT_ID must be set together.')
  }
  const issuer = 'https://accounts.google.com'
  const standard = { claim: 'email', isTrusted: false }
  const email = { claim: config.oidcEmailClaim, isTrusted: config.oidcTrustedEmails }
  const all = [
    google && openIdProvider({ name: 'google', issuer, email: standard, ...google }, egress, now),
    github && gitHub(github, egress),
    oidc && oidcIssuer !== null
      ? openIdProvider({ name: 'oidc', issuer: oidcIssuer, email, ...oidc }, egress, now)
      : undefined,
  ]
  return new Map(all.flatMap((one) => (one ? [[one.name, one] as const] : [])))
}
