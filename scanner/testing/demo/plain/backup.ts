/**
 * Backups: in Frankfurt volumes and tagged resources every night, without notifications; in Virginia by a tag that few
 * resources have; in Ireland an unused vault.
 */
import { type Ago, demoId } from '../facts.ts'

const role = `arn:aws:iam::${demoId}:role/service-role/AWSBackupDefaultServiceRole`

const settings = {
  ResourceTypeOptInPreference: {
    Aurora: true,
    DynamoDB: true,
    EBS: true,
    EC2: true,
    EFS: true,
    RDS: true,
  },
  ResourceTypeManagementPreference: { DynamoDB: true, EFS: true },
}

const plan = (
  region: string,
  id: string,
  name: string,
  selection: Readonly<Record<string, string[] | Record<string, string>[]>>,
) => ({
  DescribeRegionSettings: settings,
  ListBackupPlans: {
    BackupPlansList: [
      {
        BackupPlanId: id,
        BackupPlanName: name,
        BackupPlanArn: `arn:aws:backup:${region}:${demoId}:backup-plan:${id}`,
      },
    ],
  },
  ListBackupSelections: {
    [id]: {
      BackupSelectionsList: [{ BackupPlanId: id, SelectionId: `${id}-1`, SelectionName: name }],
    },
  },
  GetBackupSelection: {
    [`${id} ${id}-1`]: {
      BackupPlanId: id,
      SelectionId: `${id}-1`,
      BackupSelection: { SelectionName: name, IamRoleArn: role, ...selection },
    },
  },
})

const vault = (region: string, name: string, ago: Ago) => ({
  BackupVaultName: name,
  BackupVaultArn: `arn:aws:backup:${region}:${demoId}:backup-vault:${name}`,
  VaultType: 'BACKUP_VAULT',
  EncryptionKeyArn: `arn:aws:kms:${region}:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`,
  CreationDate: ago(500),
})

const point = (region: string, id: string, IsEncrypted: boolean, ago: Ago) => ({
  RecoveryPointArn: `arn:aws:backup:${region}:${demoId}:recovery-point:${id}`,
  BackupVaultName: 'shop',
  ResourceArn: `arn:aws:elasticfilesystem:${region}:${demoId}:file-system/${IsEncrypted ? 'fs-0a1b2c3d4e5f60718' : 'fs-0f9e8d7c6b5a40312'}`,
  ResourceType: 'EFS',
  Status: 'COMPLETED',
  IsEncrypted,
  CreationDate: ago(1),
})

const frankfurt = 'eu-central-1'
const nightly = plan(frankfurt, '5d1f0b2e-7c1a-4f7e-9a55-1f0c2d3e4b01', 'nightly', {
  Resources: ['arn:aws:ec2:*:*:volume/*'],
})

const tagged = plan(frankfurt, '6d0c9c5e-3a0f-4f8b-9a3d-0a6f3e1c2b71', 'shop-daily', {
  ListOfTags: [
    { ConditionType: 'STRINGEQUALS', ConditionKey: 'backup', ConditionValue: 'nightly' },
  ],
})

export const demoBackup = (ago: Ago) => ({
  [frankfurt]: {
    ...nightly,
    ListBackupPlans: {
      BackupPlansList: [
        ...nightly.ListBackupPlans.BackupPlansList,
        ...tagged.ListBackupPlans.BackupPlansList,
      ],
    },
    ListBackupSelections: { ...nightly.ListBackupSelections, ...tagged.ListBackupSelections },
    GetBackupSelection: { ...nightly.GetBackupSelection, ...tagged.GetBackupSelection },
    ListBackupVaults: { BackupVaultList: [vault(frankfurt, 'shop', ago)] },
    ListRecoveryPointsByBackupVault: {
      shop: {
        RecoveryPoints: [
          point(frankfurt, '0e5d2f8a-1c3b-4a7d-9e6f-5b8c7d1a2f30', true, ago),
          point(frankfurt, '7f1a9c4e-2d6b-4f3a-8c5e-9d0b6a1e7c42', false, ago),
        ],
      },
    },
  },
  'us-east-1': plan('us-east-1', '5d1f0b2e-7c1a-4f7e-9a55-1f0c2d3e4b02', 'intranet', {
    ListOfTags: [
      { ConditionType: 'STRINGEQUALS', ConditionKey: 'Name', ConditionValue: 'intranet root' },
    ],
  }),
  'eu-west-1': {
    ListBackupVaults: { BackupVaultList: [vault('eu-west-1', 'Default', ago)] },
  },
})
