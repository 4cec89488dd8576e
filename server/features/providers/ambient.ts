/** Secrets that name a role and no keys: it is assumed with the identity of the server, or not at all. */
import { invalid } from '@plumbline/jsonapi'
import { type AmbientTerms, providers } from '@plumbline/scanner'
import type { ProviderType } from './names.ts'

/** On which terms secrets of a tenant may use the server's own cloud identity; null: they may not. */
export type AmbientOf = (tenantId: string) => AmbientTerms | null

/** Origins inside the operator's network that accounts of a tenant may have. */
export type InternalOf = (tenantId: string) => readonly string[]

/**
 * Throws 400 for a role that the server would assume for any other tenant. The operator can change at any time whether
 * the server lends its identity at all, so the connection test reports that.
 */
export function checkExternalId(
  provider: ProviderType,
  secret: Readonly<Record<string, unknown>>,
  tenantId: string,
  pointer = '/data/attributes/secret',
): void {
  if (!providers[provider]?.usesAmbientIdentity?.(secret)) return
  if (secret['external_id'] === tenantId) return
  throw invalid(
    `${pointer}/external_id`,
    `Without access keys in the secret, the external ID of the role must be the tenant ID, ${tenantId}.`,
    'external_id_mismatch',
  )
}
