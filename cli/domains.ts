import {
  chainKey,
  domainClaims,
  readConfig,
  releaseDomain,
  verifyDomain,
  withChainKey,
} from '@plumbline/server'
import { openExisting } from './existing.ts'
import { usageLines } from './help.ts'
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

/**
 * `plumbline domains`: shows which tenants have configured a SAML domain. `verify` marks the domain as proven for one of
 * them, in place of a DNS record. `release` takes the domain from the tenant that it leads to.
 */
export async function domains(args: string[]): Promise<void> {
  const { rest } = flags(args, {})
  const [verb = '', domain = '', tenantId, ...more] = rest
  const isComplete = /^(show|release)$/.test(verb) ? tenantId === undefined : verb === 'verify'
  if (!isComplete || domain === '' || more.length > 0)
    throw new UsageError(...usageLines('domains'))
  const config = readConfig(process.env)
  const opened = await openExisting(config)
  const database = withChainKey(opened.database, chainKey(config))
  try {
    const claims = await domainClaims(database, domain)
    if (claims.length === 0)
      throw new CommandFailed(`No tenant has a SAML configuration for ${domain}.`)
    if (verb === 'show') {
      for (const { tenant_id, name, leads, verified_at } of claims) {
        const state = verified_at ? `verified ${verified_at}` : 'not verified'
        say(`"${name}" (${tenant_id}): ${state}${leads && !verified_at ? ', members only' : ''}`)
      }
    } else if (verb === 'verify') {
      const claim = claims.find(({ tenant_id }) => tenant_id === tenantId)
      if (!claim) throw new CommandFailed(`Tenant ${tenantId} has not configured ${domain}.`)
      if (!(await verifyDomain(database, domain, claim.tenant_id)))
        throw new CommandFailed(
          `Another tenant has verified ${domain}. Find it with plumbline domains show, and release the domain first.`,
        )
      say(`Verified ${domain}. Sign-in now goes to the identity provider of "${claim.name}".`)
    } else {
      const owner = claims.find(({ leads }) => leads)
      if (!owner) throw new CommandFailed(`${domain} is not verified by any tenant.`)
      await releaseDomain(database, domain, owner.tenant_id)
      say(`Released ${domain} from "${owner.name}". SAML sign-in no longer works for it.`)
    }
  } finally {
    await database.close()
  }
}
