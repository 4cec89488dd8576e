import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { Sqs } from './resources.ts'
import queuesNotPubliclyAccessible from './sqs_queues_not_publicly_accessible.ts'
import queuesServerSideEncryptionEnabled from './sqs_queues_server_side_encryption_enabled.ts'

export default service<Sqs, Aws>({
  name: 'sqs',
  scope: 'regional',
  kinds: {
    queues: {
      list: ['sqs:ListQueues'],
      fields: { policy: ['sqs:GetQueueAttributes'], encryption: ['sqs:GetQueueAttributes'] },
    },
  },
  collect,
  checks: [queuesNotPubliclyAccessible, queuesServerSideEncryptionEnabled],
})
