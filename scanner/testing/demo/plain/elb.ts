/** Classic Load Balancers: one well maintained, and one unmaintained. */
import { demoId } from '../facts.ts'

const region = 'eu-west-1'

const listener = (Protocol: string, LoadBalancerPort: number, certificate?: string) => ({
  Listener: {
    Protocol,
    LoadBalancerPort,
    InstanceProtocol: Protocol,
    InstancePort: 8080,
    ...(certificate && { SSLCertificateId: certificate }),
  },
  PolicyNames: certificate ? ['negotiation'] : [],
})

const policies = (permitted: readonly string[]) => ({
  PolicyDescriptions: [
    {
      PolicyName: 'negotiation',
      PolicyTypeName: 'SSLNegotiationPolicyType',
      PolicyAttributeDescriptions: permitted.map((AttributeName) => ({
        AttributeName,
        AttributeValue: 'true',
      })),
    },
  ],
})

const attributes = (on: boolean, mode: string) => ({
  LoadBalancerAttributes: {
    CrossZoneLoadBalancing: { Enabled: on },
    AccessLog: { Enabled: on },
    ConnectionDraining: { Enabled: on },
    AdditionalAttributes: [{ Key: 'elb.http.desyncmitigationmode', Value: mode }],
  },
})

export const demoElb = () => ({
  [region]: {
    DescribeLoadBalancers: {
      LoadBalancerDescriptions: [
        {
          LoadBalancerName: 'intranet',
          Scheme: 'internal',
          AvailabilityZones: [`${region}a`, `${region}b`],
          ListenerDescriptions: [
            listener('HTTPS', 443, `arn:aws:acm:${region}:${demoId}:certificate/intranet`),
          ],
        },
        {
          LoadBalancerName: 'wiki-2016',
          Scheme: 'internet-facing',
          AvailabilityZones: [`${region}a`],
          ListenerDescriptions: [
            listener('HTTP', 80),
            listener('HTTPS', 443, `arn:aws:iam::${demoId}:server-certificate/wiki`),
          ],
        },
      ],
    },
    DescribeLoadBalancerAttributes: {
      intranet: attributes(true, 'defensive'),
      'wiki-2016': attributes(false, 'monitor'),
    },
    DescribeLoadBalancerPolicies: {
      intranet: policies(['Protocol-TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256']),
      'wiki-2016': policies(['Protocol-TLSv1', 'Protocol-TLSv1.2', 'DES-CBC3-SHA']),
    },
  },
})
