import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_table_deletion_protection_enabled',
  title: 'Table is protected from deletion',
  description:
    'Reads whether each table refuses to be deleted until somebody lifts its protection.',
  risk: 'One wrong command, script or stack update deletes the table and everything in it.',
  decision:
    'Passes when deletion protection is on, fails when it is off. A table that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on deletion protection of the table.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the tab Additional settings, find Deletion protection.',
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
      ? pass(`The table ${name} is protected from deletion.`)
      : fail(`The table ${name} is not protected from deletion.`)
  },
})
