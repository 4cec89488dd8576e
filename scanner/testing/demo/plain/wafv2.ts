/** Web ACLs: the shop's and the website's, which filter and log, and an unfinished one. */
import { demoId } from '../facts.ts'
import { shopBalancer } from './elbv2.ts'

const webAcl = (region: string, scope: string, Name: string, digit: string) => {
  const Id = `a1b2c3d4-5678-90ab-cdef-${digit.repeat(12)}`
  const prefix = scope === 'CLOUDFRONT' ? 'global' : 'regional'
  return { Name, Id, ARN: `arn:aws:wafv2:${region}:${demoId}:${prefix}/webacl/${Name}/${Id}` }
}

const shop = webAcl('eu-central-1', 'REGIONAL', 'shop', '1')
const www = webAcl('us-east-1', 'CLOUDFRONT', 'www', '2')
const begun = webAcl('eu-west-1', 'REGIONAL', 'begun', '3')

const rule = (Name: string, CloudWatchMetricsEnabled: boolean) => ({
  Name,
  Priority: 1,
  VisibilityConfig: {
    SampledRequestsEnabled: true,
    CloudWatchMetricsEnabled,
    MetricName: Name,
  },
})

const logging = ({ ARN }: { ARN: string }, region: string, name: string) => ({
  [ARN]: {
    LoggingConfiguration: {
      ResourceArn: ARN,
      LogDestinationConfigs: [`arn:aws:logs:${region}:${demoId}:log-group:aws-waf-logs-${name}`],
    },
  },
})

export const demoWafv2 = () => ({
  'eu-central-1': {
    ListWebACLs: { REGIONAL: { WebACLs: [shop] } },
    GetWebACL: {
      [`REGIONAL ${shop.Id} shop`]: { WebACL: { ...shop, Rules: [rule('common', true)] } },
    },
    GetLoggingConfiguration: logging(shop, 'eu-central-1', 'shop'),
    GetWebACLForResource: { [shopBalancer]: { WebACL: shop } },
  },
  'us-east-1': {
    ListWebACLs: { CLOUDFRONT: { WebACLs: [www] } },
    GetWebACL: {
      [`CLOUDFRONT ${www.Id} www`]: {
        WebACL: { ...www, Rules: [rule('common', true), rule('rate', false)] },
      },
    },
    GetLoggingConfiguration: logging(www, 'us-east-1', 'www'),
  },
  'eu-west-1': {
    ListWebACLs: { REGIONAL: { WebACLs: [begun] } },
    GetWebACL: { [`REGIONAL ${begun.Id} begun`]: { WebACL: { ...begun, Rules: [] } } },
  },
})
