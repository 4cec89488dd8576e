import type { PlainService } from './plain.ts'

export const elb: PlainService = {
  name: 'elb',
  signed: 'elasticloadbalancing',
  prefix: 'elasticloadbalancing',
  protocol: 'query',
  version: '2012-06-01',
  xmlns: 'http://elasticloadbalancing.amazonaws.com/doc/2012-06-01/',
  operations: {
    DescribeLoadBalancers: {
      list: 'LoadBalancerDescriptions',
      token: 'Marker',
      next: 'NextMarker',
      size: 'PageSize',
    },
    DescribeLoadBalancerAttributes: { by: 'LoadBalancerName', none: ['LoadBalancerNotFound', 400] },
    DescribeLoadBalancerPolicies: { by: 'LoadBalancerName', none: ['LoadBalancerNotFound', 400] },
  },
}
