import type { PlainService } from './plain.ts'

export const route53: PlainService = {
  name: 'route53',
  protocol: 'rest-xml',
  xmlns: 'https://route53.amazonaws.com/doc/2013-04-01/',
  global: true,
  items: { HostedZones: 'HostedZone', QueryLoggingConfigs: 'QueryLoggingConfig' },
  operations: {
    ListHostedZones: {
      http: 'GET /2013-04-01/hostedzone',
      root: 'ListHostedZonesResponse',
      none: { HostedZones: [], IsTruncated: false },
    },
    ListQueryLoggingConfigs: {
      http: 'GET /2013-04-01/queryloggingconfig',
      root: 'ListQueryLoggingConfigsResponse',
      list: 'QueryLoggingConfigs',
      token: 'nexttoken',
      next: 'NextToken',
      size: 'maxresults',
    },
  },
}

export const route53Domains: PlainService = {
  name: 'route53domains',
  protocol: 'json',
  target: 'Route53Domains_v20140515',
  operations: {
    ListDomains: { list: 'Domains', token: 'Marker', next: 'NextPageMarker', size: 'MaxItems' },
    GetDomainDetail: { by: 'DomainName', none: ['InvalidInput', 400] },
  },
}
