import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_tables_pitr_enabled',
  title: 'Table can be restored to any moment of the last weeks',
  description:
    'Asks for the continuous backups of each table and whether point-in-time recovery is on.',
  risk: 'After a wrong write or a deleted item there is nothing to go back to but the last backup, if there is one.',
  decision:
    'Passes when the status of point-in-time recovery is ENABLED, whatever the number of days that it reaches back. Fails otherwise. A table that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on point-in-time recovery.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the tab Backups, under Point-in-time recovery, choose Edit.',
      'Turn on point-in-time recovery, choose how many days it reaches back, and choose Save changes.',
    ],
    cli: 'aws dynamodb update-continuous-backups --table-name <table> --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
    terraform: `resource "aws_dynamodb_table" "orders" {
  name         = "orders"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  point_in_time_recovery {
    enabled = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Point-in-time-recovery.html',
  over: 'tables',
  needs: ['details', 'point_in_time_recovery'],
  judge: ({ name, details, point_in_time_recovery }) => {
    if (isGone(details.status)) return []
    return point_in_time_recovery
      ? pass(`The table ${name} has point-in-time recovery.`)
      : fail(`The table ${name} has no point-in-time recovery.`)
  },
})
