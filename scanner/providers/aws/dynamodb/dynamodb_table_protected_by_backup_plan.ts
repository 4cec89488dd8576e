import { fail, manual, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_table_protected_by_backup_plan',
  title: 'Table is in a backup plan',
  description:
    'Reads the plans of AWS Backup in the table’s region with what they select, and the table’s tags where a plan selects by tags.',
  risk: 'Backups that nobody scheduled are not there on the day when the table is lost or its data is spoiled.',
  decision:
    'Passes when a plan selects the table: by its ARN or type, or, where Backup is opted in to DynamoDB in the region, by a tag or as part of everything; exceptions and conditions of the selection are heeded. MANUAL when a selection has both ARNs and a list of tags of which only one fits, or finds the table where it is not told whether DynamoDB is opted in. Fails when no plan does. What was backed up once by hand is no plan, and whether the jobs of a plan succeed is not read. A table that is being created or deleted has no verdict.',
  fix: {
    text: 'Assign the table to a plan of AWS Backup.',
    console: [
      'Open AWS Backup, choose Settings, and see that DynamoDB is on under Service opt-in.',
      'Choose Backup plans, choose a plan or create one, then Assign resources.',
      'Choose the resource type DynamoDB with this table, or a tag that the table carries.',
      'Choose Assign resources, and see after the next run that the job completed.',
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
      return pass(`The table ${name} is selected by the backup plan ${by.join(', ')}.`)
    }
    return perhaps.length > 0
      ? manual(
          `The table ${name} fits a part of what the backup plan ${perhaps.join(', ')} selects; see there whether it is backed up.`,
        )
      : fail(`The table ${name} is selected by no plan of AWS Backup.`)
  },
})
