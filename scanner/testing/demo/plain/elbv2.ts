/** Load balancers: the shop, configured securely, a forgotten one over HTTP, and a feed over TCP and TLS. */
import { demoId } from '../facts.ts'
import { networkOf } from '../networks.ts'

const region = 'eu-central-1'
const { vpcId, publicSubnet, privateSubnet } = networkOf(region, 'fa1')

const arnOf = (kind: string, name: string, number: string) =>
  `arn:aws:elasticloadbalancing:${region}:${demoId}:loadbalancer/${kind}/${name}/50dc6c495c0c${number}`

export const shopBalancer = arnOf('app', 'shop', '9188')
const oldShop = arnOf('app', 'shop-2019', '77aa')
const partnerFeed = arnOf('net', 'partner-feed', '31fe')
const metrics = arnOf('net', 'metrics', '08c1')

const balancer = (arn: string, zones: readonly string[], scheme = 'internet-facing') => ({
  LoadBalancerArn: arn,
  LoadBalancerName: arn.split('/').at(-2),
  Scheme: scheme,
  Type: arn.includes('/app/') ? 'application' : 'network',
  VpcId: vpcId,
  State: { Code: 'active' },
  AvailabilityZones: zones.map((zone, n) => ({
    ZoneName: `${region}${zone}`,
    SubnetId: n === 0 ? publicSubnet : privateSubnet,
  })),
})

const attributes = (values: Readonly<Record<string, string>>) => ({
  Attributes: Object.entries(values).map(([Key, Value]) => ({ Key, Value })),
})

const common = (logs: string, protection: string) => ({
  'access_logs.s3.enabled': logs,
  'deletion_protection.enabled': protection,
})

const web = (drop: string, mode: string) => ({
  'routing.http.drop_invalid_header_fields.enabled': drop,
  'routing.http.desync_mitigation_mode': mode,
})

const listener = (balancerArn: string, Port: number, Protocol: string, SslPolicy?: string) => ({
  ListenerArn: `${balancerArn.replace('loadbalancer', 'listener')}/${Port}`,
  LoadBalancerArn: balancerArn,
  Port,
  Protocol,
  ...(SslPolicy && { SslPolicy }),
  DefaultActions: [{ Type: Protocol === 'HTTP' ? 'redirect' : 'forward' }],
})

const quantumSafe = 'ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09'
const aged = 'ELBSecurityPolicy-2016-08'

const toHttps = { Type: 'redirect', RedirectConfig: { Protocol: 'HTTPS', StatusCode: 'HTTP_301' } }
const shopHttp = listener(shopBalancer, 80, 'HTTP')
const oldHttp = listener(oldShop, 80, 'HTTP')

export const demoElbv2 = () => ({
  [region]: {
    DescribeLoadBalancers: {
      LoadBalancers: [
        balancer(shopBalancer, ['a', 'b']),
        balancer(oldShop, ['a']),
        balancer(partnerFeed, ['a', 'b']),
        balancer(metrics, ['a'], 'internal'),
      ],
    },
    DescribeLoadBalancerAttributes: {
      [shopBalancer]: attributes({ ...common('true', 'true'), ...web('true', 'defensive') }),
      [oldShop]: attributes({ ...common('false', 'false'), ...web('false', 'monitor') }),
      [partnerFeed]: attributes({
        ...common('false', 'true'),
        'load_balancing.cross_zone.enabled': 'true',
      }),
      [metrics]: attributes({
        ...common('false', 'false'),
        'load_balancing.cross_zone.enabled': 'false',
      }),
    },
    DescribeListeners: {
      [shopBalancer]: { Listeners: [shopHttp, listener(shopBalancer, 443, 'HTTPS', quantumSafe)] },
      [oldShop]: { Listeners: [oldHttp, listener(oldShop, 443, 'HTTPS', aged)] },
      [partnerFeed]: { Listeners: [listener(partnerFeed, 6514, 'TLS', quantumSafe)] },
      [metrics]: { Listeners: [] },
    },
    DescribeRules: {
      [shopHttp.ListenerArn]: {
        Rules: [{ Priority: 'default', IsDefault: true, Actions: [toHttps] }],
      },
      [oldHttp.ListenerArn]: {
        Rules: [
          { Priority: '10', IsDefault: false, Actions: [{ Type: 'forward' }] },
          { Priority: 'default', IsDefault: true, Actions: [toHttps] },
        ],
      },
    },
    DescribeSSLPolicies: {
      SslPolicies: [
        {
          Name: quantumSafe,
          SslProtocols: ['TLSv1.2', 'TLSv1.3'],
          Ciphers: [{ Name: 'TLS_AES_128_GCM_SHA256', Priority: 1 }],
        },
        {
          Name: aged,
          SslProtocols: ['TLSv1', 'TLSv1.1', 'TLSv1.2'],
          Ciphers: [{ Name: 'ECDHE-ECDSA-AES128-GCM-SHA256', Priority: 1 }],
        },
      ],
    },
  },
})
