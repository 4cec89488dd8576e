/** Queues: one with public write access, one unencrypted, and a secure one. */
import { demoId } from '../facts.ts'

const queue = (region: string, name: string) => ({
  url: `https://sqs.${region}.amazonaws.com/${demoId}/${name}`,
  arn: `arn:aws:sqs:${region}:${demoId}:${name}`,
})

const orders = queue('eu-central-1', 'orders')
const uploads = queue('eu-central-1', 'partner-uploads')
const mail = queue('us-east-1', 'outgoing-mail')

const policy = (principal: unknown, arn: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: principal, Action: 'sqs:SendMessage', Resource: arn },
    ],
  })

export const demoSqs = () => ({
  'eu-central-1': {
    ListQueues: { QueueUrls: [orders.url, uploads.url] },
    GetQueueAttributes: {
      [orders.url]: {
        Attributes: {
          QueueArn: orders.arn,
          KmsMasterKeyId: 'alias/customer-exports',
          Policy: policy({ AWS: `arn:aws:iam::${demoId}:role/web-server` }, orders.arn),
        },
      },
      [uploads.url]: {
        Attributes: {
          QueueArn: uploads.arn,
          SqsManagedSseEnabled: 'true',
          Policy: policy('*', uploads.arn),
        },
      },
    },
  },
  'us-east-1': {
    ListQueues: { QueueUrls: [mail.url] },
    GetQueueAttributes: {
      [mail.url]: { Attributes: { QueueArn: mail.arn, SqsManagedSseEnabled: 'false' } },
    },
  },
})
