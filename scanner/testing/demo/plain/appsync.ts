/** APIs: the shop's, and a prototype protected only by an API key. */
import { demoId } from '../facts.ts'

const api = (apiId: string, name: string) => ({
  apiId,
  name,
  arn: `arn:aws:appsync:eu-central-1:${demoId}:apis/${apiId}`,
})

export const demoAppSync = () => ({
  'eu-central-1': {
    ListGraphqlApis: {
      graphqlApis: [
        {
          ...api('lark5pur5h0p', 'shop'),
          authenticationType: 'AMAZON_COGNITO_USER_POOLS',
          additionalAuthenticationProviders: [{ authenticationType: 'AWS_IAM' }],
          logConfig: {
            fieldLogLevel: 'ERROR',
            cloudWatchLogsRoleArn: `arn:aws:iam::${demoId}:role/service-role/appsync-logs`,
          },
        },
        { ...api('lark5purpr0t0', 'prototype'), authenticationType: 'API_KEY' },
      ],
    },
  },
})
