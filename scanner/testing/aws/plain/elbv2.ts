import type { PlainService } from './plain.ts'

export const elbv2: PlainService = {
  name: 'elbv2',
  signed: 'elasticloadbalancing',
  prefix: 'elasticloadbalancing',
  protocol: 'query',
  version: '2015-12-01',
  xmlns: 'http://elasticloadbalancing.amazonaws.com/doc/2015-12-01/',
  operations: {
    DescribeLoadBalancers: {
      list: 'LoadBalancers',
      token: 'Marker',
      next: 'NextMarker',
      size: 'PageSize',
    },
    DescribeLoadBalancerAttributes: { by: 'LoadBalancerArn', none: ['LoadBalancerNotFound', 400] },
    DescribeListeners: { by: 'LoadBalancerArn', none: { Listeners: [] } },
    DescribeRules: { by: 'ListenerArn', none: ['ListenerNotFound', 400] },
    DescribeSSLPolicies: {
      list: 'SslPolicies',
      token: 'Marker',
      next: 'NextMarker',
      size: 'PageSize',
    },
  },
}
