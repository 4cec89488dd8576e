// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { RecoveryPoint, Region, Vault } from './resources.ts'

export const region = world<Region>({
  uid: 'arn:aws:backup:eu-west-1:123456789012:backups',
  name: 'eu-west-1',
  region: 'eu-west-1',
  plans: ['daily'],
  vaults: ['Default'],
  report_plans: ['jobs'],
})

export const vault = world<Vault>({
  uid: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:Default',
  name: 'Default',
  region: 'eu-west-1',
  key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
  aws_key: false,
})

export const recoveryPoint = world<RecoveryPoint>({
  uid: 'arn:aws:ec2:eu-west-1::snapshot/snap-1',
  name: 'snapshot/snap-1',
  region: 'eu-west-1',
  vault: 'Default',
  status: 'COMPLETED',
  of: 'EBS',
  encrypted: true,
})
