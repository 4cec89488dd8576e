import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'backup_plans_exist',
  title: 'AWS Backup has a backup plan in the region',
  description:
    'Reads for each region with an AWS Backup vault whether a backup plan exists. A plan defines what is backed up, when, and for how long.',
  risk: 'Without a plan, backups depend on manual work, and the last backup may be older than expected.',
  decision:
    'Passes if the region has a backup plan. Fails if it has a vault but no plan. A region with neither gives no finding, because AWS Backup is not used there. The resources that a plan selects are not evaluated.',
  fix: {
    text: 'Create a backup plan that includes your critical resources.',
    console: [
      'Open AWS Backup in the region, choose Backup plans, then Create backup plan.',
      'Start with a template, and choose the schedule and the retention period.',
      'Assign resources by tag or ARN.',
    ],
    cli: `aws backup create-backup-plan --backup-plan '{"BackupPlanName":"daily","Rules":[{"RuleName":"daily","TargetBackupVaultName":"Default","ScheduleExpression":"cron(0 3 * * ? *)","Lifecycle":{"DeleteAfterDays":35}}]}'`,
    terraform: `resource "aws_backup_plan" "daily" {
  name = "daily"

  rule {
    rule_name         = "daily"
    target_vault_name = aws_backup_vault.main.name
    schedule          = "cron(0 3 * * ? *)"

    lifecycle {
      delete_after = 35
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/about-backup-plans.html',
  links: ['https://docs.aws.amazon.com/aws-backup/latest/devguide/assigning-resources.html'],
  over: 'regions',
  needs: ['plans', 'vaults'],
  judge: ({ name, plans, vaults }) => {
    if (plans.length > 0)
      return pass(
        `${name} has the backup ${plans.length === 1 ? 'plan' : 'plans'} ${plans.join(', ')}.`,
      )
    return vaults.length > 0 ? fail(`${name} has backup vaults, but no backup plan.`) : []
  },
})
