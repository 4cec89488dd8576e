import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'backup_reportplans_exist',
  title: 'AWS Backup has a report plan in the region',
  description:
    'Reads for each region with a backup plan whether AWS Backup Audit Manager creates reports on its jobs.',
  risk: 'Failed backups can stay unnoticed for weeks, until a backup is needed.',
  decision:
    'Passes if the region has a report plan. Fails if it has a backup plan but no report plan. A region with neither gives no finding. A report plan in another region that covers this one is not visible. In that case, mute the finding.',
  fix: {
    text: 'Create a report plan for backup jobs.',
    console: [
      'Open AWS Backup in the region, choose Reports, then Create report plan.',
      'Choose the backup jobs template, a bucket, and the accounts and regions to include.',
    ],
    cli: 'aws backup create-report-plan --report-plan-name backup_jobs --report-setting ReportTemplate=BACKUP_JOB_REPORT --report-delivery-channel S3BucketName=<bucket>,Formats=CSV',
    terraform: `resource "aws_backup_report_plan" "jobs" {
  name = "backup_jobs"

  report_delivery_channel {
    s3_bucket_name = aws_s3_bucket.reports.id
    formats        = ["CSV"]
  }

  report_setting {
    report_template = "BACKUP_JOB_REPORT"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/working-with-audit-reports.html',
  over: 'regions',
  needs: ['plans', 'report_plans'],
  judge: ({ name, plans, report_plans: reports }) => {
    if (reports.length > 0)
      return pass(`${name} has report plans for backups: ${reports.join(', ')}.`)
    return plans.length > 0 ? fail(`${name} has backup plans, but no report plan.`) : []
  },
})
