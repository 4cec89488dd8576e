import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_table_deletion_protection_enabled',
  title: 'DynamoDB table has deletion protection enabled',
  description: 'Reads whether deletion protection is enabled for each table.',
  risk: 'One wrong command, script or stack update deletes the table and all its items.',
  decision:
    'Passes if deletion protection is on. Fails if it is off. A table that is being created or deleted gives no finding.',
  fix: {
    text: 'Enable deletion protection for the table.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the Additional settings tab, find Deletion protection.',
      'Choose Turn on and confirm.',
    ],
    cli: 'aws dynamodb update-table --table-name <table> --deletion-protection-enabled',
    terraform: `resource "aws_dynamodb_table" "orders" {
  name                        = "orders"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = true

  attribute {
    name = "id"
    type = "S"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dynamodb-controls.html'],
  over: 'tables',
  needs: ['details'],
  judge: ({ name, details: { status, deletion_protection } }) => {
    if (isGone(status)) return []
    return deletion_protection
      ? pass(`Table ${name} has deletion protection enabled.`)
      : fail(`Table ${name} does not have deletion protection enabled.`)
  },
})
