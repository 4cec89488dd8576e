/** Volumes, snapshots and images, and their sharing. */
import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { describe, ec2Of, tagSet } from './describe.ts'
import type { Image, Snapshot, Volume } from './state.ts'

const describeVolumes = describe<Volume>({
  set: 'volumeSet',
  items: ({ volumes }) => volumes,
  ids: ['VolumeId', ({ id }) => id, 'InvalidVolume.NotFound'],
  idsOrPages: true,
  filters: {
    'volume-id': ({ id }) => [id],
    encrypted: ({ encrypted }) => [String(encrypted)],
    status: ({ attachment }) => [attachment ? 'in-use' : 'available'],
    'attachment.instance-id': ({ attachment }) => (attachment ? [attachment.instanceId] : []),
  },
  tree: ({ attachment, ...volume }) => ({
    volumeId: volume.id,
    size: volume.sizeGiB,
    snapshotId: volume.snapshotId,
    availabilityZone: volume.zone,
    status: attachment ? 'in-use' : 'available',
    createTime: volume.createdAt,
    attachmentSet: attachment
      ? [
          {
            volumeId: volume.id,
            instanceId: attachment.instanceId,
            device: attachment.device,
            status: 'attached',
            attachTime: attachment.attachedAt,
            deleteOnTermination: true,
          },
        ]
      : [],
    tagSet: tagSet(volume.tags),
    volumeType: volume.type,
    encrypted: volume.encrypted,
    kmsKeyId: volume.kmsKeyArn,
    multiAttachEnabled: false,
  }),
})

/** `self`, or account ids; only the account's own items exist. */
const owned = <T>({ account, input }: Call, items: readonly T[]): readonly T[] => {
  const owners = input.texts('Owner')
  const own = owners.length === 0 || owners.includes('self') || owners.includes(account.id)
  return own ? items : []
}

const describeSnapshots = describe<Snapshot>({
  set: 'snapshotSet',
  items: ({ snapshots }, call) => owned(call, snapshots),
  ids: ['SnapshotId', ({ id }) => id, 'InvalidSnapshot.NotFound'],
  filters: {
    'snapshot-id': ({ id }) => [id],
    'volume-id': ({ volumeId }) => [volumeId],
    encrypted: ({ encrypted }) => [String(encrypted)],
  },
  tree: (snapshot, { account }) => ({
    snapshotId: snapshot.id,
    volumeId: snapshot.volumeId,
    status: 'completed',
    startTime: snapshot.startedAt,
    progress: '100%',
    ownerId: account.id,
    volumeSize: snapshot.sizeGiB,
    description: snapshot.description,
    encrypted: snapshot.encrypted,
    kmsKeyId: snapshot.kmsKeyArn,
    tagSet: tagSet(snapshot.tags),
    storageTier: 'standard',
  }),
})

const describeImages = describe<Image>({
  set: 'imagesSet',
  items: ({ images }, call) => owned(call, images),
  ids: ['ImageId', ({ id }) => id, 'InvalidAMIID.NotFound'],
  least: 1,
  filters: {
    name: ({ name }) => [name],
    'is-public': ({ sharedWith }) => [String(sharedWith.includes('all'))],
  },
  tree: (image, { account }) => ({
    imageId: image.id,
    imageLocation: `${account.id}/${image.name}`,
    imageState: 'available',
    imageOwnerId: account.id,
    isPublic: image.sharedWith.includes('all'),
    architecture: 'x86_64',
    imageType: 'machine',
    name: image.name,
    rootDeviceType: 'ebs',
    rootDeviceName: '/dev/xvda',
    blockDeviceMapping: [
      {
        deviceName: '/dev/xvda',
        ebs: {
          snapshotId: image.rootSnapshotId,
          deleteOnTermination: true,
          volumeType: 'gp3',
          encrypted: image.rootEncrypted,
        },
      },
    ],
    virtualizationType: 'hvm',
    hypervisor: 'xen',
    enaSupport: true,
    creationDate: image.createdAt,
    deprecationTime: image.deprecatedAt,
    tagSet: tagSet(image.tags),
  }),
})

const permissions = (sharedWith: readonly string[]) =>
  sharedWith.map((who) => (who === 'all' ? { group: 'all' } : { userId: who }))

/** The only attribute; each operation has its own names for the id and the response. */
const sharing = (
  parameter: string,
  attribute: string,
  find: (call: Call, id: string) => { sharedWith: string[] } | undefined,
  missing: string,
): Operation => ({
  resource: ({ region, input }) =>
    `arn:aws:ec2:${region}::${parameter.replace('Id', '').toLowerCase()}/${input.text(parameter) ?? ''}`,
  answer: (call) => {
    const id = call.input.text(parameter) ?? ''
    const item = find(call, id)
    if (!item) throw new Fault(missing, 400, `The ${parameter} '${id}' does not exist.`)
    const asked = call.input.text('Attribute') ?? ''
    if (asked !== attribute)
      throw new Fault('InvalidParameterValue', 400, `Value (${asked}) for attribute is invalid.`)
    const idName = parameter.charAt(0).toLowerCase() + parameter.slice(1)
    return { [idName]: id, [attribute]: permissions(item.sharedWith) }
  },
})

export const storageOperations: Record<string, Operation> = {
  DescribeVolumes: describeVolumes,
  DescribeSnapshots: describeSnapshots,
  DescribeSnapshotAttribute: sharing(
    'SnapshotId',
    'createVolumePermission',
    (call, id) => ec2Of(call).snapshots.find((each) => each.id === id),
    'InvalidSnapshot.NotFound',
  ),
  DescribeImages: describeImages,
  DescribeImageAttribute: sharing(
    'ImageId',
    'launchPermission',
    (call, id) => ec2Of(call).images.find((each) => each.id === id),
    'InvalidAMIID.NotFound',
  ),
}
