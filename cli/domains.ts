import {
  chainKey,
  domainClaims,
  readConfig,
  releaseDomain,
  verifyDomain,
  withChainKey,
} from '@plumbline/server'
import { openExisting } from './existing.ts'
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

const usage =
  'Usage: plumbline domains show|release <domain>, plumbline domains verify <domain> <tenant id>'

/**
 * `plumbline domains`: shows which tenants have configured a SAML domain. `verify` marks the domain as proven for one of
 * them, in place of a DNS record. `release` takes the domain from the tenant that it leads to.
 */
export async function domains(args: string[]): Promise<void> {
  const { rest } = flags(args, {})
  const [verb = '', domain = '', tenantId, ...more] = rest
  const isComplete = /^(show|release)$/.test(verb) ? tenantId === undefined : verb === 'verify'
  if (!isComplete || domain === '' || more.length > 0) throw new UsageError(usage)
  const config = readConfig(process.env)
  const opened = await openExisting(config)
  const database = withChainKey(opened.database, chainKey(config))
  try {
    const claims = await domainClaims(database, domain)
    if (claims.length === 0)
      throw new CommandFailed(`No tenant has a SAML configuration for ${domain}.`)
    if (verb === 'show') {
      for (const { tenant_id, name, leads, verified_at } of claims) {
        const state = verified_at ? `proven ${verified_at}` : 'not proven'
        say(`"${name}" (${tenant_id}): ${state}${leads && !verified_at ? ', members only' : ''}`)
      }
    } else if (verb === 'verify') {
      const claim = claims.find(({ tenant_id }) => tenant_id === tenantId)
      if (!claim) throw new CommandFailed(`Tenant ${tenantId} has not configured ${domain}.`)
      if (!(await verifyDomain(database, domain, claim.tenant_id)))
        throw new CommandFailed(
          `Another tenant has proven ${domain}. See plumbline domains show, then release it first.`,
        )
      say(`${domain} leads to the identity provider of "${claim.name}" from now on.`)
    } else {
      const owner = claims.find(({ leads }) => leads)
      if (!owner) throw new CommandFailed(`${domain} leads nowhere: no tenant has proven it.`)
      await releaseDomain(database, domain, owner.tenant_id)
      say(`${domain} leads nowhere from now on. "${owner.name}" had it.`)
    }
  } finally {
    await database.close()
  }
}
