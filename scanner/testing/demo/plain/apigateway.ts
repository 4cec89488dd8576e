/** REST APIs: orders, configured securely, and a catalog that was made public for a trade fair. */
import { demoId } from '../facts.ts'

const region = 'eu-central-1'

const method = (httpMethod: string, authorizationType: string) => ({
  [httpMethod]: { httpMethod, authorizationType, apiKeyRequired: false },
})

export const demoApigateway = () => ({
  [region]: {
    GetRestApis: {
      item: [
        { id: 'k3m9x2q7ab', name: 'orders', endpointConfiguration: { types: ['PRIVATE'] } },
        { id: 'p8w4t1z6cd', name: 'catalogue', endpointConfiguration: { types: ['EDGE'] } },
      ],
    },
    GetStages: {
      k3m9x2q7ab: {
        item: [
          {
            stageName: 'live',
            clientCertificateId: 'a7x2k9',
            webAclArn: `arn:aws:wafv2:${region}:${demoId}:regional/webacl/shop/a1b2c3d4-5678-90ab-cdef-111111111111`,
            tracingEnabled: true,
            cacheClusterEnabled: true,
            methodSettings: {
              '*/*': { loggingLevel: 'INFO', cachingEnabled: true, cacheDataEncrypted: true },
            },
            variables: { backend: 'orders.larkspur.example' },
          },
        ],
      },
      p8w4t1z6cd: {
        item: [
          {
            stageName: 'fair-2023',
            tracingEnabled: false,
            cacheClusterEnabled: true,
            methodSettings: {
              '*/*': { loggingLevel: 'OFF', cachingEnabled: true, cacheDataEncrypted: false },
            },
            variables: { searchApiKey: 'q9Vt3-mZx7Lw2Rk8' },
          },
        ],
      },
    },
    GetResources: {
      k3m9x2q7ab: {
        item: [
          { id: 'r1', path: '/' },
          {
            id: 'r2',
            path: '/orders',
            resourceMethods: { ...method('GET', 'AWS_IAM'), ...method('OPTIONS', 'NONE') },
          },
        ],
      },
      p8w4t1z6cd: {
        item: [{ id: 'r1', path: '/', resourceMethods: method('GET', 'NONE') }],
      },
    },
    GetDomainNames: {
      item: [
        {
          domainName: 'orders.larkspur.example',
          securityPolicy: 'SecurityPolicy_TLS13_1_2_PQ_2025_09',
        },
        { domainName: 'fair.larkspur.example', securityPolicy: 'TLS_1_0' },
      ],
    },
  },
})
