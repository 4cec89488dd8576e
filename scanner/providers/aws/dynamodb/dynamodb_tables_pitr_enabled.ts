import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_tables_pitr_enabled',
  title: 'DynamoDB table has point-in-time recovery enabled',
  description:
    'Reads the continuous backups of each table and whether point-in-time recovery is on.',
  risk: 'After a wrong write or an accidental deletion, data can be restored only from the last backup, if one exists.',
  decision:
    'Passes if the status of point-in-time recovery is ENABLED, with any recovery period. Otherwise fails. A table that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on point-in-time recovery for the table.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the Backups tab, under Point-in-time recovery, choose Edit.',
      'Turn on point-in-time recovery, choose the recovery period in days, and choose Save changes.',
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
      ? pass(`Table ${name} has point-in-time recovery enabled.`)
      : fail(`Table ${name} does not have point-in-time recovery enabled.`)
  },
})
