/**
 * What can be done to credentials, sign-ins, memberships and roles, and how each kind of credential is
 * answered. An operation may have several acts: with proof and without, upon oneself and upon others.
 */
import type { Act } from './act.ts'
import { actsUponTenants } from './acts-upon-tenants.ts'
import { actsUponUsers } from './acts-upon-users.ts'
import { openActs } from './open-acts.ts'

/** Acts by their operations. */
export const acts: Readonly<Record<string, readonly Act[]>> = {
  ...openActs,
  ...actsUponUsers,
  ...actsUponTenants,
}
