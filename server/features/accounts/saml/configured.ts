import { forbidden } from '@plumbline/jsonapi'
import type { Exchange } from '../../../platform/http/index.ts'
import { domainIn } from './addresses.ts'
import type { IdentityProvider } from './metadata.ts'
import * as store from './store.ts'

const unknownDomain = () => forbidden('No identity provider is set up for this domain.')

/** The tenant and provider that the path's domain leads to. Throws 403 for a domain of nobody. */
export async function configured(
  { database }: Exchange,
  text: string,
): Promise<{ tenantId: string; emailDomain: string; provider: IdentityProvider }> {
  const domain = domainIn(text)
  const tenantId = domain && (await store.tenantOf(database, domain))
  const found = tenantId && (await database.inTenant(tenantId, (tx) => store.providerOf(tx)))
  if (!tenantId || !found) throw unknownDomain()
  return { tenantId, emailDomain: found.email_domain, provider: found.identity_provider }
}
