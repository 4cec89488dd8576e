/**
 * Roles that this process assumes with its own identity. The author of such a secret chooses role and account, and AWS
 * sees the same caller for all of them: a confused deputy, unless each role requires an external id. Source: "The
 * confused deputy problem", AWS IAM User Guide.
 */
import { type AmbientTerms, CallProblem, ScanProblem } from '../../kit/index.ts'
import type { Aws } from './client.ts'
import {
  accountOfRole,
  type CredentialSource,
  identityOf,
  type RoleSecret,
  signInProblem,
} from './credentials.ts'

/** True if a secret names a role but has no keys to assume it. */
export function usesAmbientIdentity(secret: unknown): boolean {
  if (typeof secret !== 'object' || secret === null) return false
  const given = new Map<string, unknown>(Object.entries(secret))
  const keys = [given.get('aws_access_key_id'), given.get('aws_secret_access_key')]
  return Boolean(given.get('role_arn')) && !keys.some(Boolean)
}

const noIdentity = (detail: string) => new ScanProblem('no_identity', detail)

/**
 * Returns the process's own identity, or throws one sentence about its absence in place of the chain's long message.
 */
export const identified =
  (ambient: CredentialSource): CredentialSource =>
  () =>
    ambient().catch(() => {
      throw noIdentity(
        'The secret has no access keys, and this server has no AWS identity that can assume the role. Add access keys.',
      )
    })

/** An external id that no tenant has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Throws if `base` can assume the role with an unused external id: then any external id is accepted. */
async function checkAsksForId({ roleArn }: RoleSecret, base: Aws): Promise<void> {
  try {
    await base.call('sts:AssumeRole', {
      RoleArn: roleArn,
      RoleSessionName: 'plumbline-trust-check',
      ExternalId: nobody,
      DurationSeconds: 900,
    })
  } catch (thrown) {
    if (thrown instanceof CallProblem && thrown.outcome === 'denied') return
    throw signInProblem(thrown, 'role')
  }
  throw new ScanProblem(
    'role_not_bound',
    'The role accepts any external ID from this server, so other tenants could use it. Add a StringEquals condition on sts:ExternalId to its trust policy.',
  )
}

/**
 * Returns the role for use with the identity of this process, which `base` uses. Throws ScanProblem: `no_identity`,
 * `external_id_mismatch`, `own_account`, `role_not_bound`, and those of sign-in.
 */
export async function checkAmbient(
  role: RoleSecret,
  terms: AmbientTerms | null,
  base: Aws,
): Promise<RoleSecret> {
  if (terms === null) {
    throw noIdentity(
      'The secret has no access keys, and this server does not use its own AWS identity (AWS_AMBIENT_IDENTITY). Add access keys.',
    )
  }
  if (role.externalId !== terms.externalId) {
    throw new ScanProblem(
      'external_id_mismatch',
      `For a role without access keys, the external ID must be ${terms.externalId}, the ID of the tenant.`,
    )
  }
  const account = await identityOf(base)
  if (!terms.ownAccount && account === accountOfRole(role.roleArn)) {
    throw new ScanProblem(
      'own_account',
      `${account} is the AWS account of this server. Only the operator can allow tenants to connect it (AWS_AMBIENT_OWN_ACCOUNT).`,
    )
  }
  await checkAsksForId(role, base)
  // AWS logs the name of a session in both accounts.
  return { ...role, sessionName: role.sessionName ?? `plumbline-${terms.externalId}` }
}
