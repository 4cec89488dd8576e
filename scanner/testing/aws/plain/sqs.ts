import type { PlainService } from './plain.ts'

export const sqs: PlainService = {
  name: 'sqs',
  protocol: 'json',
  target: 'AmazonSQS',
  operations: {
    ListQueues: { list: 'QueueUrls' },
    GetQueueAttributes: { by: 'QueueUrl', none: ['AWS.SimpleQueueService.NonExistentQueue', 400] },
    ListQueueTags: { by: 'QueueUrl', none: {} },
  },
}
