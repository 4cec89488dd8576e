import { fail, pass } from '../../../kit/index.ts'
import { kms, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_full_access_to_kms',
  title: 'IAM inline policy does not grant full access to KMS',
  description:
    'Compares the permissions of each inline policy of users, groups and roles with all KMS actions on all keys of the account.',
  risk: 'A user, group or role can schedule the deletion of keys, which makes the encrypted data unreadable, or share keys with another account. Inline policies are easily overlooked.',
  decision:
    'Fails if the policy allows every KMS action on every key of every region. It can do so by kms:* or wider, or by an Allow with NotAction that does not exclude KMS as a whole. Names and patterns that together cover all actions that AWS documents count as well. Conditions on the Allow do not count. Passes if fewer actions or only some keys or regions are allowed, or if a Deny without conditions denies all of KMS. Passes if NotAction and such Denies together leave no action that reads or destroys data or shares keys: Decrypt, ReEncryptFrom, ScheduleKeyDeletion, DisableKey, DeleteImportedKeyMaterial, CreateGrant, PutKeyPolicy, ReplicateKey. If any of these actions remains, other exceptions are only named in the finding. Key policies are not read.',
  fix: {
    text: 'Name the required actions, and separate key administrators from key users.',
    console: [
      'Open IAM and the user, group or role in the finding.',
      'On the Permissions tab, open the inline policy and choose Edit.',
      'Name the required actions, such as kms:Decrypt, and the ARNs of the keys, and save.',
      'Grant key administration to another role.',
      'For the command, save the policy document that aws iam get-role-policy returns to the file given to --policy-document, make the same change in it, and keep the other statements.',
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
    const what = `Inline policy ${name} of ${holder.kind} ${holder.name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every KMS action.`)
  },
})
