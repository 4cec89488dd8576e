/** Commands with which the operator manages domains. */
import { audit } from '../../../platform/audit/index.ts'
import { type Database, sql, type Tx } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { domainIn } from './addresses.ts'
import * as store from './store.ts'

export interface DomainClaim {
  readonly tenant_id: string
  readonly name: string
  /** Whether the domain leads to this tenant's identity provider; unverified: for its members only. */
  readonly leads: boolean
  readonly verified_at: string | null
}

/** The tenants whose SAML configuration names a domain. */
export const domainClaims = (database: Database, text: string): Promise<readonly DomainClaim[]> =>
  database.outsideTenants((tx) =>
    tx.rows<DomainClaim>(sql`select * from saml_domain_claims(${domainIn(text) ?? ''})`),
  )

async function change(
  tx: Tx,
  action: string,
  after: { readonly email_domain: string; readonly domain_verified: boolean },
): Promise<void> {
  const found = await store.configuration(tx)
  const about = { resourceType: 'saml-configurations', resourceId: found?.id ?? tx.tenantId }
  await audit(tx, { action, ...about, after, requestId: newId() })
}

/** From now on the domain leads to this tenant's identity provider. False when another tenant has proven it. */
export const verifyDomain = (
  database: Database,
  text: string,
  tenantId: string,
): Promise<boolean> =>
  database.inTenant(tenantId, async (tx) => {
    const domain = domainIn(text) ?? ''
    if (!(await store.verifyDomain(tx, domain))) return false
    await change(tx, 'saml_config_verify', { email_domain: domain, domain_verified: true })
    return true
  })

/** From now on the domain leads nowhere, until a tenant proves it. */
export const releaseDomain = (database: Database, text: string, tenantId: string): Promise<void> =>
  database.inTenant(tenantId, async (tx) => {
    await store.releaseDomain(tx)
    const email_domain = domainIn(text) ?? ''
    await change(tx, 'saml_config_release', { email_domain, domain_verified: false })
  })
