import { fail, pass } from '../../../kit/index.ts'
import { kms, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_full_access_to_kms',
  title: 'Inline policy does not give every action of KMS',
  description:
    'Compares what each policy written into a user, group or role allows with all actions of KMS, on all keys of the account.',
  risk: 'One holder can schedule the deletion of keys, and what they encrypt is lost with them, or lend them to another account; a policy inside a user, group or role is easily overlooked.',
  decision:
    'Fails when the policy allows every action of KMS on every key of every region: by kms:* or wider, by an Allow with NotAction that does not leave out KMS as a whole, or by names and patterns that together cover all actions that AWS documents. Conditions on the Allow do not count. Passes when fewer actions or only some keys or regions are allowed, or when a Deny without conditions refuses all of KMS, or when NotAction and such Denies together leave nothing that reads or destroys data or gives keys away: Decrypt, ReEncryptFrom, ScheduleKeyDeletion, DisableKey, DeleteImportedKeyMaterial, CreateGrant, PutKeyPolicy, ReplicateKey. As long as one of these is left, other exceptions are only named. Policies of the keys are not read.',
  fix: {
    text: 'Name the actions that are needed, and keep those who manage keys apart from those who use them.',
    console: [
      'Open IAM and the user, group or role that the finding names.',
      'On the tab Permissions open the inline policy and choose Edit.',
      'Name the actions that the holder needs, such as kms:Decrypt, and the ARNs of the keys it uses, and save; for the command, the file keeps the policy’s other statements.',
      'Give the management of keys to another role.',
    ],
    cli: 'aws iam put-role-policy --role-name <role> --policy-name <policy> --policy-document file://whole-policy-with-named-keys.json',
    terraform: `resource "aws_iam_role_policy" "orders" {
  name = "use-orders-key"
  role = aws_iam_role.orders.name
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
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }, place) {
    const found = everyActionOf(statements, kms, place)
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every action of KMS.`)
  },
})
