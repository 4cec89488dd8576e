import type { SignedIn } from '../auth/index.ts'

/**
 * Whether a session is bound to its tenant, because the tenant could have opened it itself: its identity provider
 * asserts who a user is, and its administrators know the passwords that they assigned.
 */
export const bound = ({ authMethod }: Pick<SignedIn, 'authMethod'>): boolean =>
  authMethod === 'saml' || authMethod === 'assigned_password'
