import { fail, pass } from '../../../kit/index.ts'
import { named, opening, weight } from '../policy/index.ts'
import { check } from './resources.ts'

// Such a key is unusable until its deletion is canceled.
const unusable: readonly string[] = ['PendingDeletion', 'PendingReplicaDeletion']

export default check({
  id: 'kms_key_not_publicly_accessible',
  title: 'KMS key policy does not allow public access',
  description:
    'Reads the key policy of each customer managed key for statements that grant access to everyone.',
  risk: 'If everyone can use the key, encryption does not protect data that an attacker has obtained.',
  decision:
    'Fails if a statement allows everyone at least one action, no condition restricts it, and no Deny revokes it. Conditions on accounts, an organization, a network or a source are restrictions. The condition kms:ViaService alone is not. Fails at medium severity if a service that acts for other accounts, such as CloudWatch Logs, is allowed and neither a source nor an encryption context restricts it. Passes if every statement names its principals or is restricted in this way. Statements whose Resource is another key have no effect. AWS managed keys and keys in PendingDeletion or PendingReplicaDeletion give no finding. Grants are not read. A condition that the scanner does not know is reported as a coverage gap.',
  fix: {
    text: 'Name the principals in the key policy, or restrict the statement to an account with kms:CallerAccount.',
    console: [
      'Open AWS KMS in the key’s region, choose Customer managed keys, then the key.',
      'On the Key policy tab, switch to policy view and choose Edit.',
      'In each statement with Principal "*", enter the ARNs of the roles or accounts that use the key, or add a condition StringEquals on kms:CallerAccount.',
      'Keep a statement that allows your account to manage the key. Without it, the policy can no longer be changed.',
      'Choose Save changes. For the command, save the policy that aws kms get-key-policy returns to the file given to --policy, and make the same changes in it.',
    ],
    cli: 'aws kms put-key-policy --key-id <id> --policy-name default --policy file://whole-policy.json',
    terraform: `resource "aws_kms_key_policy" "orders" {
  key_id = aws_kms_key.orders.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "kms:*"
      Resource  = "*"
      }, {
      Effect    = "Allow"
      Principal = { AWS = aws_iam_role.orders.arn }
      Action    = ["kms:Encrypt", "kms:Decrypt", "kms:GenerateDataKey*"]
      Resource  = "*"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html',
  links: ['https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html'],
  over: 'keys',
  needs: ['details', 'policy'],
  judge: ({ uid, name, details: { manager, state }, policy }, { account }) => {
    if (manager === 'AWS' || unusable.includes(state)) return []
    const open = opening(policy ?? [], { account, service: 'kms', resources: [uid] })
    return open
      ? fail(`The policy of key ${name} allows public access by ${named(open)}.`, weight(open))
      : pass(`The policy of key ${name} does not allow public access.`)
  },
})
