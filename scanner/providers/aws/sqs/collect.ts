import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Encryption, Queue, Sqs } from './resources.ts'

type Attributes = Readonly<Record<string, string>>

async function* queues(aws: Aws) {
  // The response of a region without queues has no list.
  for await (const page of aws.pages<{ QueueUrls?: string[] }>('sqs:ListQueues', {
    MaxResults: 1_000, // without a size there is one page, of at most a thousand
  })) {
    yield* page.QueueUrls ?? []
  }
}

async function attributesOf(aws: Aws, QueueUrl: string): Promise<Attributes> {
  const { Attributes } = await aws.call<{ Attributes?: Attributes }>('sqs:GetQueueAttributes', {
    QueueUrl,
    AttributeNames: ['All'],
  })
  if (!Attributes?.QueueArn) throw aws.broken('sqs:GetQueueAttributes', 'Attributes')
  return Attributes
}

function policyOf(aws: Aws, { Policy }: Attributes) {
  if (!Policy) return null
  return policyIn(aws, 'sqs:GetQueueAttributes', Policy)
}

const encryptionOf = ({ KmsMasterKeyId, SqsManagedSseEnabled }: Attributes): Encryption => ({
  kms_key: KmsMasterKeyId || null,
  by_sqs: SqsManagedSseEnabled === 'true',
})

export const collect = ({
  client: aws,
  region,
  account,
  partition,
}: Collecting<Aws>): Collected<Sqs> => ({
  queues: each<string, Queue>(queues(aws), (url) => {
    const name = url.slice(url.lastIndexOf('/') + 1)
    const attributes = once(() => attributesOf(aws, url))
    return {
      uid: `arn:${partition}:sqs:${region}:${account}:${name}`,
      name,
      region,
      policy: read(async () => policyOf(aws, await attributes())),
      encryption: read(async () => encryptionOf(await attributes())),
    }
  }),
})
