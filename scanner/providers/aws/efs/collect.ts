import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { backupPlans, protectionOf } from '../backup-plans.ts'
import { listed, orNull, tagsOf } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { AccessPoint, Efs, FileSystem } from './resources.ts'

interface Named {
  Name?: string
  Tags?: { Key: string; Value: string }[]
}

interface ListedFileSystem extends Named {
  FileSystemId: string
  FileSystemArn?: string
  LifeCycleState?: string
  Encrypted?: boolean
  AvailabilityZoneName?: string
  NumberOfMountTargets?: number
}

interface ListedAccessPoint extends Named {
  AccessPointId: string
  AccessPointArn?: string
  FileSystemId?: string
  PosixUser?: { Uid: number; Gid: number }
  RootDirectory?: { Path?: string }
}

const fileSystems = (aws: Aws) =>
  listed<ListedFileSystem>(aws, 'efs:DescribeFileSystems', 'FileSystems')

const accessPoints = (aws: Aws) =>
  listed<ListedAccessPoint>(aws, 'efs:DescribeAccessPoints', 'AccessPoints')

async function automaticBackupsOf(aws: Aws, FileSystemId: string): Promise<string> {
  const { BackupPolicy } = await aws.call<{ BackupPolicy?: { Status?: string } }>(
    'efs:DescribeBackupPolicy',
    { FileSystemId },
  )
  if (!BackupPolicy?.Status) throw aws.broken('efs:DescribeBackupPolicy', 'BackupPolicy')
  return BackupPolicy.Status
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Efs> => {
  const arn = (resource: string) =>
    `arn:${partition}:elasticfilesystem:${region}:${account}:${resource}`
  const plans = backupPlans(aws)
  return {
    fileSystems: each<ListedFileSystem, FileSystem>(fileSystems(aws), (it) => {
      const uid = it.FileSystemArn ?? arn(`file-system/${it.FileSystemId}`)
      const tags = tagsOf(it.Tags ?? [])
      const backed = { arn: uid, type: 'EFS', named: ':file-system/', tags: async () => tags }
      const automatic = once(() =>
        orNull(automaticBackupsOf(aws, it.FileSystemId), 'PolicyNotFound'),
      )
      return {
        uid,
        name: it.Name || it.FileSystemId,
        region,
        tags,
        state: it.LifeCycleState ?? '',
        encrypted: it.Encrypted ?? null,
        zone: it.AvailabilityZoneName ?? null,
        mount_targets: it.NumberOfMountTargets ?? 0,
        automatic_backups: read(automatic),
        backup: read(async () =>
          (await automatic()) === 'ENABLED' ? null : protectionOf(backed, await plans()),
        ),
      }
    }),

    accessPoints: each<ListedAccessPoint, AccessPoint>(accessPoints(aws), (it) => ({
      uid: it.AccessPointArn ?? arn(`access-point/${it.AccessPointId}`),
      name: it.Name || it.AccessPointId,
      region,
      tags: tagsOf(it.Tags ?? []),
      file_system: it.FileSystemId ?? '',
      user: it.PosixUser ? { uid: it.PosixUser.Uid, gid: it.PosixUser.Gid } : null,
      root: it.RootDirectory?.Path ?? '/',
    })),
  }
}
