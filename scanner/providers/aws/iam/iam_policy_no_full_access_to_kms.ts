import { fail, pass } from '../../../kit/index.ts'
import { kms, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_full_access_to_kms',
  title: 'Own policy does not give every action of KMS',
  description:
    'Compares what each customer managed policy allows with all actions of KMS, on all keys of the account.',
  risk: 'Who may do everything with keys can schedule their deletion, and with the keys all that they encrypt is lost; or lend them to another account.',
  decision:
    'Fails when the default version allows every action of KMS on every key of every region, attached to somebody or not: by kms:* or wider, by an Allow with NotAction that does not leave out KMS as a whole, or by names and patterns that together cover all actions that AWS documents. Conditions on the Allow do not count. Passes when fewer actions or only some keys or regions are allowed, or when a Deny without conditions refuses all of KMS. Exceptions of single actions, by NotAction or by a Deny without conditions, are named in the finding; it passes by them only when they hold all of Decrypt, ReEncryptFrom, ScheduleKeyDeletion, DisableKey, DeleteImportedKeyMaterial, CreateGrant, PutKeyPolicy and ReplicateKey. The policies of keys are not read.',
  fix: {
    text: 'Name the actions and the keys that its holders use, and keep the management of keys out of it.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the tab Permissions choose Edit, and name the actions of KMS and the ARNs of the keys that its holders use.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
      'Put the management of keys into another policy, for other people.',
    ],
    cli: 'aws iam create-policy-version --policy-arn <policy arn> --set-as-default --policy-document \'{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["kms:Decrypt","kms:GenerateDataKey"],"Resource":"<key arn>"}]}\'',
    terraform: `resource "aws_iam_policy" "use_orders_key" {
  name = "use-orders-key"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["kms:Decrypt", "kms:GenerateDataKey"]
      Resource = aws_kms_key.orders.arn
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/iam-policies-best-practices.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }, place) {
    const found = everyActionOf(statements, kms, place)
    const what = `The policy ${name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every action of KMS.`)
  },
})
