import { fail, pass } from '../../../kit/index.ts'
import { check, isGone } from './resources.ts'

export default check({
  id: 'dynamodb_tables_kms_cmk_encryption_enabled',
  title: 'DynamoDB table is encrypted with a customer managed key',
  description:
    'Reads the encryption key of each table, and whether AWS or the customer manages it in KMS.',
  risk: 'With an AWS managed or AWS owned key, you cannot control who uses the key or disable it, and its use is harder to audit.',
  decision:
    'Passes if the table is encrypted with a customer managed key, including a key of another account. Fails if it is encrypted with the AWS managed key (alias/aws/dynamodb), or with the AWS owned key, which is the default. A table that is being created or deleted gives no finding.',
  fix: {
    text: 'Encrypt the table with a customer managed key.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the Additional settings tab, under Encryption, choose Manage encryption.',
      'Choose Stored in your account, and owned and managed by you, choose the key, and choose Save changes.',
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
      return pass(`Table ${name} is encrypted with a customer managed key.`)
    }
    return manager === 'AWS'
      ? fail(`Table ${name} is encrypted with the AWS managed key for DynamoDB.`)
      : fail(`Table ${name} is encrypted with the AWS owned key of DynamoDB.`)
  },
})
