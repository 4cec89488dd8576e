import { fail, pass } from '../../../kit/index.ts'
import { kms, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_full_access_to_kms',
  title: 'Customer managed policy does not grant full access to KMS',
  description:
    'Compares the permissions of each customer managed policy with all KMS actions on all keys of the account.',
  risk: 'A principal with full access to KMS can schedule the deletion of keys, which makes the encrypted data unreadable, or share keys with another account.',
  decision:
    'Fails if the default version allows every KMS action on every key of every region, whether or not the policy is attached. It can do so by kms:* or wider, or by an Allow with NotAction that does not exclude KMS as a whole. Names and patterns that together cover all actions that AWS documents count as well. Conditions on the Allow do not count. Passes if fewer actions or only some keys or regions are allowed, or if a Deny without conditions denies all of KMS. Exceptions of single actions, by NotAction or by a Deny without conditions, are named in the finding. They make the check pass only if they include all of Decrypt, ReEncryptFrom, ScheduleKeyDeletion, DisableKey, DeleteImportedKeyMaterial, CreateGrant, PutKeyPolicy and ReplicateKey. Key policies are not read.',
  fix: {
    text: 'Name the required actions and keys, and remove key administration from the policy.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Permissions tab, choose Edit, and name the required KMS actions and the ARNs of the keys.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
      'Put key administration in a separate policy for other principals.',
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
    const what = `Customer managed policy ${name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every KMS action.`)
  },
})
