/** A synthetic account's resources in one region, for read-only services. */
import type { PlainState } from '../aws/plain/index.ts'
import type { Draw } from './draw.ts'

export interface PlainShares {
  readonly queues: number
  readonly topics: number
  readonly tables: number
  readonly functions: number
  readonly secrets: number
}

const made = <T>(count: number, make: (name: string) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(String(at + 1).padStart(6, '0')))

const byName = <T>(names: readonly string[], make: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)]))

interface Place {
  readonly region: string
  readonly accountId: string
}

const arnOf = ({ region, accountId }: Place, service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${rest}`

const allowing = (principal: object | string, action: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: principal, Action: action, Resource: '*' }],
  })

function queues(draw: Draw, place: Place, count: number) {
  const { region, accountId } = place
  const urls = made(count, (n) => `https://sqs.${region}.amazonaws.com/${accountId}/queue-${n}`)
  return {
    ListQueues: { QueueUrls: urls },
    GetQueueAttributes: byName(urls, (url) => ({
      Attributes: {
        QueueArn: arnOf(place, 'sqs', url.slice(url.lastIndexOf('/') + 1)),
        SqsManagedSseEnabled: String(draw.often(80)),
        ...(draw.often(3) && { Policy: allowing('*', 'sqs:SendMessage') }),
      },
    })),
  }
}

function topics(draw: Draw, place: Place, count: number) {
  const arns = made(count, (n) => arnOf(place, 'sns', `topic-${n}`))
  const owner = { AWS: place.accountId }
  return {
    ListTopics: { Topics: arns.map((TopicArn) => ({ TopicArn })) },
    GetTopicAttributes: byName(arns, (arn) => ({
      Attributes: [
        { key: 'TopicArn', value: arn },
        { key: 'Owner', value: place.accountId },
        { key: 'Policy', value: allowing(draw.often(97) ? owner : '*', 'SNS:Publish') },
        ...(draw.often(70) ? [{ key: 'KmsMasterKeyId', value: 'alias/aws/sns' }] : []),
      ],
    })),
  }
}

function tables(draw: Draw, place: Place, count: number) {
  const names = made(count, (n) => `table-${n}`)
  return {
    ListTables: { TableNames: names },
    DescribeTable: byName(names, (name) => ({
      Table: {
        TableName: name,
        TableArn: arnOf(place, 'dynamodb', `table/${name}`),
        TableStatus: 'ACTIVE',
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
        DeletionProtectionEnabled: draw.often(50),
      },
    })),
    DescribeContinuousBackups: byName(names, () => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: draw.often(60) ? 'ENABLED' : 'DISABLED',
        },
      },
    })),
  }
}

const functions = (draw: Draw, place: Place, count: number) => ({
  ListFunctions: {
    Functions: made(count, (n) => ({
      FunctionName: `function-${n}`,
      FunctionArn: arnOf(place, 'lambda', `function:function-${n}`),
      Runtime: draw.often(85) ? 'nodejs24.x' : 'python3.8',
      Role: `arn:aws:iam::${place.accountId}:role/function`,
      PackageType: 'Zip',
      Version: '$LATEST',
    })),
  },
})

function secrets(draw: Draw, place: Place, count: number) {
  const listed = made(count, (n) => ({
    ARN: arnOf(place, 'secretsmanager', `secret:secret-${n}-aBcDeF`),
    Name: `secret-${n}`,
    RotationEnabled: draw.often(50),
    CreatedDate: draw.ago(draw.upTo(900)),
    LastChangedDate: draw.ago(draw.upTo(90)),
    LastAccessedDate: draw.ago(draw.upTo(120)),
  }))
  return {
    ListSecrets: { SecretList: listed },
    GetResourcePolicy: Object.fromEntries(
      listed.map(({ ARN, Name }) => [ARN, { ARN, Name }] as const),
    ),
  }
}

export const fillPlain = (draw: Draw, place: Place, shares: PlainShares): PlainState => ({
  sqs: queues(draw, place, shares.queues),
  sns: topics(draw, place, shares.topics),
  dynamodb: tables(draw, place, shares.tables),
  lambda: functions(draw, place, shares.functions),
  secretsmanager: secrets(draw, place, shares.secrets),
})
