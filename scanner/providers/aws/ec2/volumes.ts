import { type Collecting, each, read, type Stream } from '../../../kit/index.ts'
import { type BackupPlans, protectionOf } from '../backup-plans.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, seen, type TagSet, tags } from './answers.ts'
import type { Volume } from './resources.ts'

interface GivenVolume extends TagSet {
  volumeId?: string
  encrypted?: boolean
  attachmentSet?: { instanceId?: string }[]
}

export function volumes(
  { client, partition, region, account }: Collecting<Aws>,
  plans: () => Promise<BackupPlans>,
): Stream<Volume> {
  const operation = 'ec2:DescribeVolumes'
  return each<GivenVolume, Volume>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { volumeSet?: GivenVolume[] }) => answer.volumeSet,
    ),
    (it) => {
      const id = identity(client, operation, it.volumeId)
      const uid = `arn:${partition}:ec2:${region}:${account}:volume/${id}`
      const backed = { arn: uid, tags: async () => tags(it), type: 'EBS', named: ':volume/' }
      return {
        uid,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        volume_id: id,
        encrypted: seen(it.encrypted, operation),
        instance_ids: (it.attachmentSet ?? []).flatMap(({ instanceId }) => instanceId ?? []),
        backup: read(async () => protectionOf(backed, await plans())),
      }
    },
  )
}
