import { fail, pass } from '../../../kit/index.ts'
import { named, opening, weight } from '../policy/index.ts'
import { check } from './resources.ts'

// Such a key does nothing for anybody until its deletion is called off.
const unusable: readonly string[] = ['PendingDeletion', 'PendingReplicaDeletion']

export default check({
  id: 'kms_key_not_publicly_accessible',
  title: 'Key policy does not let everyone in',
  description:
    'Reads the key policy of each customer managed key and asks whether a statement opens the key to principals that nobody has named.',
  risk: 'With a key open to everyone, encryption protects nothing from whoever gets the data.',
  decision:
    'Fails when a statement allows everyone at least one action, and neither a condition binds that to accounts, an organisation, a network or a source nor a denial takes it away; kms:ViaService alone binds nobody. Fails at medium severity when a service that acts for whoever sets it up, such as CloudWatch Logs, is let in and neither a source nor an encryption context says for whom. Passes when every statement names its principals or is bound so; statements whose Resource is another key have no effect. It has no question about keys that AWS manages and keys in PendingDeletion or PendingReplicaDeletion; grants are not read. A condition of unknown meaning gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the principals in the key policy, or bind everyone to an account with kms:CallerAccount.',
    console: [
      'Open AWS KMS in the key’s region, choose Customer managed keys, then the key.',
      'On the tab Key policy, switch to the policy view and choose Edit.',
      'In each statement whose Principal is "*", put the ARNs of the roles or accounts that use the key, or add a condition StringEquals on kms:CallerAccount.',
      'Keep a statement by which your own account manages the key; without one nobody can change the policy again.',
      'Choose Save changes.',
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
      ? fail(`The policy of the key ${name} lets everyone in by ${named(open)}.`, weight(open))
      : pass(`The policy of the key ${name} does not let everyone in.`)
  },
})
