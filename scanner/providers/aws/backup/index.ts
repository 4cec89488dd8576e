import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import plansExist from './backup_plans_exist.ts'
import recoveryPointEncrypted from './backup_recovery_point_encrypted.ts'
import reportplansExist from './backup_reportplans_exist.ts'
import vaultsEncrypted from './backup_vaults_encrypted.ts'
import { collect } from './collect.ts'
import type { Backup } from './resources.ts'

export default service<Backup, Aws>({
  name: 'backup',
  scope: 'regional',
  kinds: {
    regions: {
      list: [],
      fields: {
        plans: ['backup:ListBackupPlans'],
        vaults: ['backup:ListBackupVaults'],
        report_plans: ['backup:ListReportPlans'],
      },
    },
    vaults: { list: ['backup:ListBackupVaults'], fields: {} },
    recoveryPoints: {
      list: ['backup:ListBackupVaults', 'backup:ListRecoveryPointsByBackupVault'],
      fields: {},
      cap: 'max_backup_recovery_points',
    },
  },
  collect,
  checks: [plansExist, recoveryPointEncrypted, reportplansExist, vaultsEncrypted],
})
