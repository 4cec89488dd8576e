import { type Collecting, each, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, seen, type TagSet, tags } from './answers.ts'
import type { Snapshot } from './resources.ts'

interface GivenSnapshot extends TagSet {
  snapshotId?: string
  volumeId?: string
  encrypted?: boolean
}

async function sharedWith(aws: Aws, SnapshotId: string): Promise<readonly string[]> {
  const operation = 'ec2:DescribeSnapshotAttribute'
  const { createVolumePermission: given } = await aws.call<{
    createVolumePermission?: { group?: string; userId?: string }[]
  }>(operation, { SnapshotId, Attribute: 'createVolumePermission' })
  if (!given) throw aws.broken(operation, 'its permissions')
  return given.map(({ group, userId }) => {
    const grantee = group ?? userId
    if (grantee) return grantee
    throw aws.broken(operation, 'a grantee')
  })
}

/** The account's own snapshots. */
export function snapshots({ client, partition, region }: Collecting<Aws>): Stream<Snapshot> {
  const operation = 'ec2:DescribeSnapshots'
  return each<GivenSnapshot, Snapshot>(
    items(
      client,
      operation,
      { Owner: ['self'], MaxResults: 1_000 },
      (answer: { snapshotSet?: GivenSnapshot[] }) => answer.snapshotSet,
    ),
    (it) => {
      const id = identity(client, operation, it.snapshotId)
      return {
        uid: `arn:${partition}:ec2:${region}::snapshot/${id}`, // ARNs of images and snapshots contain no account
        name: nameOf(id, it),
        region,
        tags: tags(it),
        snapshot_id: id,
        volume_id: it.volumeId ?? '',
        encrypted: seen(it.encrypted, operation),
        shared_with: read(() => sharedWith(client, id), { none: ['InvalidSnapshot.NotFound'] }),
      }
    },
  )
}
