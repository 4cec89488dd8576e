import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** An active identity provider for sign-in with the certificate of a smart card. */
export interface SmartCardProvider extends Resource {
  /** The name of the certificate authority that it trusts. */
  readonly issuer: Maybe<string>
}

export interface IdentityProviders {
  providers: SmartCardProvider
}

export const check = checkFor<IdentityProviders>()
