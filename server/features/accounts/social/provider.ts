/** The interface of a sign-in provider that users of many tenants share. */

export const providerNames = ['google', 'github', 'oidc'] as const
export type ProviderName = (typeof providerNames)[number]

/** Who signed in, in the words of the provider. `issuer` and `subject` name the account for ever. */
export interface Identified {
  readonly issuer: string
  readonly subject: string
  /** '' if unknown, and then not verified. */
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  /** Why the address is not verified: a sentence for the user, and one for the operator's log. */
  readonly unverified?: { readonly detail: string; readonly log: string }
}

export interface SocialProvider {
  readonly name: ProviderName
  /** Whether a sign-in has to begin here. Clients of Google and GitHub that exist bring a code alone. */
  readonly needsState: boolean
  /** The URL to sign in at. Throws a Problem if the provider cannot be reached. */
  authorizationUrl(signIn: {
    readonly state: string
    readonly nonce: string
    readonly challenge: string
  }): Promise<string>
  /** Exchanges a code. Throws a Problem for a code that the provider does not take, and NotIdentified. */
  identify(answer: {
    readonly code: string
    readonly verifier: string | undefined
    readonly nonce: string | undefined
    readonly issuer: string | undefined
  }): Promise<Identified>
}

/** Why a provider's answer is not believed; for the log, never for the browser. */
export class NotIdentified extends Error {
  override name = 'NotIdentified'
}

export interface ClientSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly callbackUrl: string
}
