import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_tables_kms_cmk_encryption_enabled',
  title: 'Table is encrypted with a KMS key of your own',
  description: 'Reads the key that each table is encrypted with and asks KMS who manages it.',
  risk: 'With a key of AWS’s you decide neither who may use it nor when it is turned off, and its use is harder to follow.',
  decision:
    'Passes when the table is encrypted with a customer managed key, also one of another account. Fails when it is the AWS managed key (alias/aws/dynamodb), and when it is DynamoDB’s own key, which is what a table without a setting has. A table that is being created or deleted has no verdict.',
  fix: {
    text: 'Encrypt the table with a customer managed key.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the tab Additional settings, under Encryption, choose Manage encryption.',
      'Choose a key that is stored in your account and is managed by you, and choose Save changes.',
    ],
    cli: 'aws dynamodb update-table --table-name <table> --sse-specification Enabled=true,SSEType=KMS,KMSMasterKeyId=<key>',
    terraform: `resource "aws_dynamodb_table" "orders" {
  name         = "orders"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  server_side_encryption {
    enabled     = true
    kms_key_arn = aws_kms_key.tables.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/EncryptionAtRest.html',
  links: [
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html',
  ],
  over: 'tables',
  needs: ['details', 'key_manager'],
  judge: ({ name, details, key_manager: manager }) => {
    if (isGone(details.status)) return []
    if (manager === 'CUSTOMER') {
      return pass(`The table ${name} is encrypted with a customer managed key.`)
    }
    return manager === 'AWS'
      ? fail(`The table ${name} is encrypted with the key that AWS manages for DynamoDB.`)
      : fail(`The table ${name} is encrypted with a key that DynamoDB owns.`)
  },
})
