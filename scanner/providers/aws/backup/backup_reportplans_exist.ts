import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'backup_reportplans_exist',
  title: 'Somebody is told how backups went',
  description:
    'Reads for each region with a backup plan whether AWS Backup Audit Manager writes reports of its jobs.',
  risk: 'Backups fail for weeks without a word, and the day on which one is needed is the day on which that is noticed.',
  decision:
    'Passes when the region has a report plan. Fails when it has a backup plan and no report plan. A region without either is not judged. A report plan in another region, which may cover this one, is not seen; where that is so, mute the finding.',
  fix: {
    text: 'Make a report plan for backup jobs.',
    console: [
      'Open AWS Backup in the region, choose Reports, then Create report plan.',
      'Choose the template for backup jobs, a bucket, and the accounts and regions it covers.',
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
    if (reports.length > 0) return pass(`${reports.join(', ')} reports on backups of ${name}.`)
    return plans.length > 0 ? fail(`Nothing reports on the backups of ${name}.`) : []
  },
})
