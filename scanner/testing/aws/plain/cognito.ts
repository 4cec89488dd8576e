import type { PlainService } from './plain.ts'

const missing = ['ResourceNotFoundException', 400] as const

export const cognitoIdp: PlainService = {
  name: 'cognito-idp',
  protocol: 'json',
  target: 'AWSCognitoIdentityProviderService',
  operations: {
    ListUserPools: { list: 'UserPools' },
    DescribeUserPool: { by: 'UserPoolId', none: missing },
    DescribeRiskConfiguration: { by: 'UserPoolId', none: missing },
    ListUserPoolClients: { by: 'UserPoolId', none: { UserPoolClients: [] } },
    DescribeUserPoolClient: { by: 'ClientId', none: missing },
  },
}

export const cognitoIdentity: PlainService = {
  name: 'cognito-identity',
  protocol: 'json',
  target: 'AWSCognitoIdentityService',
  operations: {
    ListIdentityPools: { list: 'IdentityPools' },
    DescribeIdentityPool: { by: 'IdentityPoolId', none: missing },
  },
}
