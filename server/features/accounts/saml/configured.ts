import { forbidden, Problem } from '@plumbline/jsonapi'
import type { Exchange } from '../../../platform/http/index.ts'
import { domainIn } from './addresses.ts'
import type { IdentityProvider } from './metadata.ts'
import { providerIn } from './reading.ts'
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
  const { email_domain: emailDomain, identity_provider, metadata_xml: metadata } = found
  if (identity_provider) return { tenantId, emailDomain, provider: identity_provider }
  // The row is older than the column that holds what was read of the metadata.
  const provider = await providerIn(tenantId, metadata ?? '')
  if (provider instanceof Problem) throw unknownDomain()
  await database.inTenant(tenantId, (tx) =>
    store.keepProvider(tx, { metadata: metadata ?? '', provider }),
  )
  return { tenantId, emailDomain, provider }
}
