// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { AccessPoint, FileSystem } from './resources.ts'

export const fileSystem = world<FileSystem>({
  uid: 'arn:aws:elasticfilesystem:eu-west-1:123456789012:file-system/fs-1',
  name: 'shared',
  region: 'eu-west-1',
  state: 'available',
  encrypted: true,
  zone: null,
  mount_targets: 3,
  automatic_backups: 'ENABLED',
  backup: null,
})

export const accessPoint = world<AccessPoint>({
  uid: 'arn:aws:elasticfilesystem:eu-west-1:123456789012:access-point/fsap-1',
  name: 'uploads',
  region: 'eu-west-1',
  file_system: 'fs-1',
  user: { uid: 1000, gid: 1000 },
  root: '/uploads',
})
