import { forbidden } from '@plumbline/jsonapi'
import type { Exchange } from '../../../platform/http/index.ts'
import { domainIn } from './addresses.ts'
import type { IdentityProvider } from './metadata.ts'
import * as store from './store.ts'

export const unknownDomain = () =>
  forbidden('No tenant has verified this domain and configured an identity provider for it.')

/** The tenant and provider that a domain leads to. Throws 403 for a domain that leads nowhere. */
export async function configured(
  { database }: Exchange,
  text: string,
): Promise<{
  tenantId: string
  emailDomain: string
  provider: IdentityProvider
  /** False: the domain was configured before proofs were required, and only existing members sign in. */
  isVerified: boolean
}> {
  const domain = domainIn(text)
  const led = domain === undefined ? undefined : await store.tenantOf(database, domain)
  if (!led) throw unknownDomain()
  const found = await database.inTenant(led.tenant_id, (tx) => store.providerOf(tx))
  if (!found) throw unknownDomain()
  return {
    tenantId: led.tenant_id,
    emailDomain: found.email_domain,
    provider: found.identity_provider,
    isVerified: led.verified,
  }
}
