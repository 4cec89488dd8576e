import {
  draft,
  oneOf,
  optional,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
} from '@plumbline/jsonapi'
import { proofAttributes } from '../second-factor/resource.ts'
import { providerNames } from './provider.ts'

/** A started sign-in: the URL to open, and the state that the client stores until the browser returns. */
export const socialSignIns = resource('social-sign-ins', {
  attributes: {
    authorization_url: readOnly(text),
    state: readOnly(text),
    code_verifier: readOnly(text),
    expires_at: readOnly(timestamp),
  },
})

const answer = {
  code: text({ min: 1, max: 4_000 }),
  state: optional(text({ min: 1, max: 2_000 })),
  code_verifier: optional(text({ min: 43, max: 128 })),
  /** As the provider's answer has it (RFC 9207). */
  iss: optional(text({ min: 1, max: 500 })),
}
const pair = { refresh: readOnly(text), access: readOnly(text) }
const invitation = { invitation_token: optional(text({ min: 1, max: 200 })) }

const kind = <T extends string>(type: T) => ({
  pairs: resource(type, { attributes: pair }),
  draft: draft(type, { attributes: { ...answer, ...invitation } }),
})
export const exchanges = {
  google: kind('google-social-tokens'),
  github: kind('github-social-tokens'),
  oidc: kind('oidc-social-tokens'),
}

/** An account at a provider by which the caller signs in too. */
export const userIdentities = resource('user-identities', {
  attributes: { issuer: readOnly(text), email: readOnly(text), inserted_at: readOnly(timestamp) },
  sort: ['-inserted_at', 'issuer'],
})
export type UserIdentity = Row<typeof userIdentities>

export const identityDraft = draft('user-identities', {
  attributes: { provider: oneOf(...providerNames), ...answer, ...proofAttributes },
})
