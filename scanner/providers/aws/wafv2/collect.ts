import { type Collected, type Collecting, complete, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Rule, Wafv2 } from './resources.ts'

interface Listed {
  Name?: string
  Id?: string
  ARN?: string
}

/** CloudFront's web ACLs are read in one region, regardless of the viewers' locations. */
const scopesOf = (region: string): readonly string[] =>
  region === 'us-east-1' ? ['REGIONAL', 'CLOUDFRONT'] : ['REGIONAL']

async function* webAcls(aws: Aws, region: string) {
  const call = 'wafv2:ListWebACLs'
  for (const scope of scopesOf(region)) {
    for await (const { WebACLs } of aws.pages<{ WebACLs?: Listed[] }>(call, { Scope: scope })) {
      if (!WebACLs) throw aws.broken(call, 'WebACLs')
      for (const it of WebACLs)
        yield complete(it, ({ Name: name, Id: id, ARN: uid }) => {
          if (!name || !id || !uid) throw aws.broken(call, 'the identity of a web ACL')
          return { uid, name, id, scope }
        })
    }
  }
}

async function destinationsOf(aws: Aws, ResourceArn: string): Promise<readonly string[]> {
  const call = 'wafv2:GetLoggingConfiguration'
  const { LoggingConfiguration } = await aws.call<{
    LoggingConfiguration?: { LogDestinationConfigs?: string[] }
  }>(call, { ResourceArn })
  const destinations = LoggingConfiguration?.LogDestinationConfigs
  if (!destinations) throw aws.broken(call, 'LogDestinationConfigs')
  return destinations
}

interface DescribedRule {
  Name?: string
  VisibilityConfig?: { CloudWatchMetricsEnabled?: boolean }
}

async function rulesOf(aws: Aws, acl: { Name: string; Scope: string; Id: string }) {
  const call = 'wafv2:GetWebACL'
  const { WebACL } = await aws.call<{
    WebACL?: {
      Rules?: DescribedRule[]
      PreProcessFirewallManagerRuleGroups?: DescribedRule[]
      PostProcessFirewallManagerRuleGroups?: DescribedRule[]
    }
  }>(call, acl)
  if (!WebACL?.Rules) throw aws.broken(call, 'Rules')
  const { PreProcessFirewallManagerRuleGroups: first = [], Rules: own } = WebACL
  const { PostProcessFirewallManagerRuleGroups: last = [] } = WebACL
  return [...first, ...own, ...last].map(({ Name, VisibilityConfig }): Rule => {
    if (!Name || VisibilityConfig?.CloudWatchMetricsEnabled === undefined)
      throw aws.broken(call, 'VisibilityConfig')
    return { name: Name, metrics: VisibilityConfig.CloudWatchMetricsEnabled }
  })
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Wafv2> => ({
  webAcls: each(webAcls(aws, region), ({ uid, name, id, scope }) => ({
    uid,
    name,
    region,
    scope,
    log_destinations: read(() => destinationsOf(aws, uid), {
      none: ['WAFNonexistentItemException'],
    }),
    rules: read(() => rulesOf(aws, { Name: name, Scope: scope, Id: id })),
  })),
})
