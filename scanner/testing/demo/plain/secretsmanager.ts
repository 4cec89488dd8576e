/** Secrets: a database's with rotation, an unused one with an open policy, one of a service. */
import { type Ago, demoId } from '../facts.ts'

const secret = (region: string, name: string, mark: string) => ({
  ARN: `arn:aws:secretsmanager:${region}:${demoId}:secret:${name}-${mark}`,
  Name: name,
})

const orders = secret('eu-central-1', 'orders-db', 'q7LkZp')
const partner = secret('eu-central-1', 'partner-api-token', 'b2XwTn')
const mail = secret('us-east-1', 'mail-relay', 'm5RyVd')

const policy = (Principal: unknown) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal, Action: 'secretsmanager:GetSecretValue', Resource: '*' },
    ],
  })

export const demoSecretsManager = (ago: Ago) => ({
  'eu-central-1': {
    ListSecrets: {
      SecretList: [
        {
          ...orders,
          RotationEnabled: true,
          RotationRules: { AutomaticallyAfterDays: 30 },
          CreatedDate: ago(610),
          LastRotatedDate: ago(12),
          LastChangedDate: ago(12),
          LastAccessedDate: ago(1),
          Tags: [{ Key: 'team', Value: 'data' }],
        },
        {
          ...partner,
          CreatedDate: ago(820),
          LastChangedDate: ago(820),
          LastAccessedDate: ago(400),
        },
      ],
    },
    GetResourcePolicy: {
      [orders.ARN]: {
        ...orders,
        ResourcePolicy: policy({ AWS: `arn:aws:iam::${demoId}:role/web-server` }),
      },
      [partner.ARN]: { ...partner, ResourcePolicy: policy('*') },
    },
  },
  'us-east-1': {
    ListSecrets: {
      SecretList: [
        {
          ...mail,
          OwningService: 'events',
          CreatedDate: ago(75),
          LastChangedDate: ago(75),
          LastAccessedDate: ago(2),
        },
      ],
    },
    GetResourcePolicy: { [mail.ARN]: mail },
  },
})
