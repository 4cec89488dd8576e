import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'backup_plans_exist',
  title: 'Backups follow a plan',
  description:
    'Reads for each region with a vault of AWS Backup whether there is a plan, too: what is copied, when, and for how long.',
  risk: 'Backups that somebody takes by hand are taken until he leaves, and the last one is older than anybody thinks.',
  decision:
    'Passes when the region has a backup plan. Fails when it has a vault and no plan. A region with neither is not judged, because nobody uses AWS Backup there. What a plan selects is not looked at.',
  fix: {
    text: 'Make a backup plan that selects what must not be lost.',
    console: [
      'Open AWS Backup in the region, choose Backup plans, then Create backup plan.',
      'Start with a template, and choose how often and for how long.',
      'Assign resources, by tag or by ARN.',
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
    return vaults.length > 0 ? fail(`${name} has vaults for backups, but no plan.`) : []
  },
})
