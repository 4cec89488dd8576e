import type { SignedIn } from '../auth/index.ts'

/**
 * Whether a session is bound to its tenant, because the tenant could have opened it by itself: its identity
 * provider asserts who somebody is, and a password that it assigned is known to who assigned it.
 */
export const bound = ({ authMethod }: Pick<SignedIn, 'authMethod'>): boolean =>
  authMethod === 'saml' || authMethod === 'assigned_password'
