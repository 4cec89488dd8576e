import type { PlainService } from './plain.ts'

export const cloudfront: PlainService = {
  name: 'cloudfront',
  protocol: 'rest-xml',
  xmlns: 'http://cloudfront.amazonaws.com/doc/2020-05-31/',
  global: true,
  items: {
    '.Items': 'DistributionSummary',
    'CacheBehaviors.Items': 'CacheBehavior',
    'Members.Items': 'OriginGroupMember',
    'OriginGroups.Items': 'OriginGroup',
    'OriginSslProtocols.Items': 'SslProtocol',
    'Origins.Items': 'Origin',
  },
  operations: {
    ListDistributions: {
      http: 'GET /2020-05-31/distribution',
      root: 'DistributionList',
      list: 'Items',
      token: 'Marker',
      next: 'NextMarker',
      size: 'MaxItems',
    },
    ListOriginAccessControls: {
      http: 'GET /2020-05-31/origin-access-control',
      root: 'OriginAccessControlList',
      none: { Quantity: 0 },
    },
    GetDistributionConfig: {
      http: 'GET /2020-05-31/distribution/{Id}/config',
      root: 'DistributionConfig',
      by: 'Id',
      none: ['NoSuchDistribution', 404],
    },
  },
}
