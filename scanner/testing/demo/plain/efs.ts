/** File systems: the shop's, well configured with a backup plan, and an old unmaintained one. */
import { demoId } from '../facts.ts'

const region = 'eu-central-1'
const arn = (resource: string) => `arn:aws:elasticfilesystem:${region}:${demoId}:${resource}`

const fileSystem = (id: string, name: string, more: object) => ({
  FileSystemId: id,
  FileSystemArn: arn(`file-system/${id}`),
  Name: name,
  OwnerId: demoId,
  LifeCycleState: 'available',
  Tags: [{ Key: 'Name', Value: name }],
  ...more,
})

const accessPoint = (id: string, name: string, more: object) => ({
  AccessPointId: id,
  AccessPointArn: arn(`access-point/${id}`),
  Name: name,
  FileSystemId: 'fs-0a1b2c3d4e5f60718',
  LifeCycleState: 'available',
  Tags: [{ Key: 'Name', Value: name }],
  ...more,
})

export const demoEfs = () => ({
  [region]: {
    DescribeFileSystems: {
      FileSystems: [
        fileSystem('fs-0a1b2c3d4e5f60718', 'shop-media', {
          Encrypted: true,
          NumberOfMountTargets: 2,
          Tags: [
            { Key: 'Name', Value: 'shop-media' },
            { Key: 'backup', Value: 'nightly' },
          ],
        }),
        fileSystem('fs-0f9e8d7c6b5a40312', 'old-scratch', {
          Encrypted: false,
          NumberOfMountTargets: 1,
          AvailabilityZoneName: 'eu-central-1a',
        }),
      ],
    },
    DescribeBackupPolicy: {
      'fs-0a1b2c3d4e5f60718': { BackupPolicy: { Status: 'DISABLED' } },
    },
    DescribeAccessPoints: {
      AccessPoints: [
        accessPoint('fsap-0a1b2c3d4e5f60718', 'uploads', {
          PosixUser: { Uid: 1000, Gid: 1000 },
          RootDirectory: { Path: '/uploads' },
        }),
        accessPoint('fsap-0f9e8d7c6b5a40312', 'admin', { RootDirectory: { Path: '/' } }),
      ],
    },
  },
})
