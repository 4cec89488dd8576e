import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Backup, RecoveryPoint, Region, Vault } from './resources.ts'

interface ListedVault {
  BackupVaultName: string
  BackupVaultArn: string
  EncryptionKeyArn?: string
  EncryptionKeyType?: string
}

interface ListedPoint {
  RecoveryPointArn: string
  ResourceType?: string
  Status?: string
  IsEncrypted?: boolean
}

async function vaultsOf(aws: Aws): Promise<readonly ListedVault[]> {
  const found: ListedVault[] = []
  for await (const { BackupVaultList } of aws.pages<{ BackupVaultList?: ListedVault[] }>(
    'backup:ListBackupVaults',
  )) {
    if (!BackupVaultList) throw aws.broken('backup:ListBackupVaults', 'BackupVaultList')
    found.push(...BackupVaultList)
  }
  return found
}

async function plansOf(aws: Aws): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { BackupPlansList } of aws.pages<{
    BackupPlansList?: { BackupPlanName?: string }[]
  }>('backup:ListBackupPlans')) {
    if (!BackupPlansList) throw aws.broken('backup:ListBackupPlans', 'BackupPlansList')
    found.push(...BackupPlansList.map(({ BackupPlanName = '' }) => BackupPlanName))
  }
  return found
}

async function reportPlansOf(aws: Aws): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { ReportPlans } of aws.pages<{ ReportPlans?: { ReportPlanName?: string }[] }>(
    'backup:ListReportPlans',
  )) {
    if (!ReportPlans) throw aws.broken('backup:ListReportPlans', 'ReportPlans')
    found.push(...ReportPlans.map(({ ReportPlanName = '' }) => ReportPlanName))
  }
  return found
}

async function* listed(vaults: () => Promise<readonly ListedVault[]>) {
  yield* await vaults()
}

async function* points(aws: Aws, vaults: () => Promise<readonly ListedVault[]>) {
  for (const { BackupVaultName } of await vaults()) {
    for await (const { RecoveryPoints } of aws.pages<{ RecoveryPoints?: ListedPoint[] }>(
      'backup:ListRecoveryPointsByBackupVault',
      { BackupVaultName },
    )) {
      if (!RecoveryPoints) {
        throw aws.broken('backup:ListRecoveryPointsByBackupVault', 'RecoveryPoints')
      }
      for (const point of RecoveryPoints) yield { point, vault: BackupVaultName }
    }
  }
}

export function collect({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Backup> {
  const vaults = once(() => vaultsOf(aws))
  return {
    regions: each<string, Region>([region], (name) => ({
      uid: `arn:${partition}:backup:${region}:${account}:backups`,
      name,
      region,
      plans: read(() => plansOf(aws)),
      vaults: read(async () => (await vaults()).map((it) => it.BackupVaultName)),
      report_plans: read(() => reportPlansOf(aws)),
    })),

    vaults: each<ListedVault, Vault>(listed(vaults), (vault) => ({
      uid: vault.BackupVaultArn,
      name: vault.BackupVaultName,
      region,
      key: vault.EncryptionKeyArn ?? null,
      aws_key: vault.EncryptionKeyType === 'AWS_OWNED_KMS_KEY',
    })),

    recoveryPoints: each<{ point: ListedPoint; vault: string }, RecoveryPoint>(
      points(aws, vaults),
      ({ point, vault }) => {
        if (!point.Status) throw aws.broken('backup:ListRecoveryPointsByBackupVault', 'Status')
        return {
          uid: point.RecoveryPointArn,
          name: point.RecoveryPointArn.slice(point.RecoveryPointArn.lastIndexOf(':') + 1),
          region,
          vault,
          status: point.Status,
          of: point.ResourceType ?? 'resource',
          encrypted: point.IsEncrypted ?? null,
        }
      },
    ),
  }
}
