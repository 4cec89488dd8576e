import { fail, manual, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_table_protected_by_backup_plan',
  title: 'DynamoDB table is in an AWS Backup plan',
  description:
    'Reads the AWS Backup plans in the table’s region and their resource selections. Reads the table’s tags if a plan selects by tags.',
  risk: 'Without scheduled backups, lost or corrupted data cannot be restored.',
  decision:
    'Passes if a plan selects the table by its ARN or resource type. If AWS Backup is opted in to DynamoDB in the region, a selection by tag or of all resources also passes. Exclusions and conditions of the selection are evaluated. MANUAL if a selection has both ARNs and a list of tags and only one of them matches. MANUAL if a selection matches the table, but the opt-in for DynamoDB is unknown. Fails if no plan selects the table. A manual backup is not a plan. The check does not read whether backup jobs succeed. A table that is being created or deleted gives no finding.',
  fix: {
    text: 'Assign the table to an AWS Backup plan.',
    console: [
      'Open AWS Backup, choose Settings, and verify that DynamoDB is on under Service opt-in.',
      'Choose Backup plans, choose a plan or create one, then Assign resources.',
      'Choose the resource type DynamoDB with this table, or a tag of the table.',
      'Choose Assign resources, and verify after the next run that the job completed.',
    ],
    cli: 'aws backup create-backup-selection --backup-plan-id <plan> --backup-selection \'{"SelectionName":"tables","IamRoleArn":"<role>","Resources":["<table>"]}\'',
    terraform: `resource "aws_backup_selection" "tables" {
  name         = "tables"
  plan_id      = aws_backup_plan.nightly.id
  iam_role_arn = aws_iam_role.backup.arn
  resources    = [aws_dynamodb_table.orders.arn]
}`,
  },
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/assigning-resources.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dynamodb-controls.html'],
  over: 'tables',
  needs: ['details', 'backup'],
  judge: ({ name, details, backup: { by, perhaps } }) => {
    if (isGone(details.status)) return []
    if (by.length > 0) {
      return pass(`Table ${name} is selected by the backup plan ${by.join(', ')}.`)
    }
    return perhaps.length > 0
      ? manual(
          `Table ${name} matches a part of the selection of the backup plan ${perhaps.join(', ')}. Verify in AWS Backup whether it is backed up.`,
        )
      : fail(`Table ${name} is not selected by any AWS Backup plan.`)
  },
})
