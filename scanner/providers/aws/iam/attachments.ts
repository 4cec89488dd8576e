// Functions for checks of attached policies.
import type { Principal } from './resources.ts'

/** By its ARN, in any partition: a policy of the account may have the same name. */
export const isAdministratorAccess = ({ uid }: { uid: string }): boolean =>
  /^arn:[^:]*:iam::aws:policy\/AdministratorAccess$/.test(uid)

export const holdsAdministratorAccess = ({ attached_policies }: Principal): boolean =>
  attached_policies.some(isAdministratorAccess)

/** `attached once`, `attached 3 times` */
export const attached = (times: number): string =>
  times === 1 ? 'attached once' : `attached ${times} times`
