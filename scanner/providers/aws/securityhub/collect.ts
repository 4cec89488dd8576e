import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Hub, Region, SecurityHub } from './resources.ts'

async function standardsOf(aws: Aws): Promise<readonly string[]> {
  const found: string[] = []
  for await (const page of aws.pages<{
    StandardsSubscriptions?: { StandardsArn?: string; StandardsStatus?: string }[]
  }>('securityhub:GetEnabledStandards')) {
    if (!page.StandardsSubscriptions) {
      throw aws.broken('securityhub:GetEnabledStandards', 'StandardsSubscriptions')
    }
    for (const { StandardsArn = '', StandardsStatus } of page.StandardsSubscriptions) {
      if (StandardsStatus !== 'DELETING' && StandardsStatus !== 'FAILED') found.push(StandardsArn)
    }
  }
  return found
}

async function productsOf(aws: Aws): Promise<readonly string[]> {
  const found: string[] = []
  for await (const page of aws.pages<{ ProductSubscriptions?: string[] }>(
    'securityhub:ListEnabledProductsForImport',
  )) {
    if (!page.ProductSubscriptions) {
      throw aws.broken('securityhub:ListEnabledProductsForImport', 'ProductSubscriptions')
    }
    found.push(...page.ProductSubscriptions)
  }
  return found
}

async function hubOf(aws: Aws): Promise<Hub> {
  const { HubArn: arn } = await aws.call<{ HubArn?: string }>('securityhub:DescribeHub')
  if (!arn) throw aws.broken('securityhub:DescribeHub', 'HubArn')
  const [standards, products] = await Promise.all([standardsOf(aws), productsOf(aws)])
  return { arn, standards, products }
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<SecurityHub> => ({
  regions: each<string, Region>([region], (name) => ({
    uid: `arn:${partition}:securityhub:${region}:${account}:hub/default`,
    name,
    region,
    // The error codes for accounts without a subscription; see `errors.ts`.
    hub: read(() => hubOf(aws), { none: ['SecurityHubNotEnabled', 'ResourceNotFoundException'] }),
  })),
})
