import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { Route53 } from './resources.ts'
import domainsPrivacyProtectionEnabled from './route53_domains_privacy_protection_enabled.ts'
import domainsTransferlockEnabled from './route53_domains_transferlock_enabled.ts'
import publicHostedZonesCloudwatchLoggingEnabled from './route53_public_hosted_zones_cloudwatch_logging_enabled.ts'

export default service<Route53, Aws>({
  name: 'route53',
  scope: 'global',
  kinds: {
    zones: {
      list: ['route53:ListHostedZones'],
      fields: { query_logging: ['route53:ListQueryLoggingConfigs'] },
    },
    domains: {
      list: ['route53domains:ListDomains'],
      fields: { privacy: ['route53domains:GetDomainDetail'] },
    },
  },
  collect,
  checks: [
    domainsPrivacyProtectionEnabled,
    domainsTransferlockEnabled,
    publicHostedZonesCloudwatchLoggingEnabled,
  ],
})
