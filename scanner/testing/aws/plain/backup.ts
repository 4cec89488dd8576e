import type { PlainService } from './plain.ts'

const paging = { token: 'nextToken', next: 'NextToken', size: 'maxResults' } as const

export const backup: PlainService = {
  name: 'backup',
  protocol: 'rest-json',
  operations: {
    DescribeRegionSettings: {
      http: 'GET /account-settings',
      none: { ResourceTypeOptInPreference: {}, ResourceTypeManagementPreference: {} },
    },
    ListBackupSelections: {
      http: 'GET /backup/plans/{backupPlanId}/selections/',
      by: 'backupPlanId',
      none: { BackupSelectionsList: [] },
    },
    GetBackupSelection: {
      http: 'GET /backup/plans/{backupPlanId}/selections/{selectionId}',
      by: ['backupPlanId', 'selectionId'],
      none: ['ResourceNotFoundException', 400],
    },
    ListBackupPlans: { http: 'GET /backup/plans/', list: 'BackupPlansList', ...paging },
    ListBackupVaults: { http: 'GET /backup-vaults/', list: 'BackupVaultList', ...paging },
    ListRecoveryPointsByBackupVault: {
      http: 'GET /backup-vaults/{backupVaultName}/recovery-points/',
      by: 'backupVaultName',
      none: { RecoveryPoints: [] },
    },
    ListReportPlans: { http: 'GET /audit/report-plans', list: 'ReportPlans' },
  },
}
