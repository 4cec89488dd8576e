import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'glacier_vaults_policy_public_access',
  title: 'S3 Glacier vault policy does not allow public access',
  description:
    'Reads the access policy and the lock policy of each Glacier vault for statements that allow any principal.',
  risk: 'Anonymous users can retrieve archives that are retained for years, or delete them.',
  decision:
    'Fails if a statement of either policy allows any principal, and no condition limits it to your own accounts, organization, networks or sources. Passes if the vault has neither policy, or if every statement names its principals or has such conditions. A condition with an unknown meaning gives no verdict but a gap in coverage. Objects in S3 Glacier storage classes are in buckets and are not evaluated.',
  fix: {
    text: 'Name the principals that use the vault.',
    console: [
      'Open Amazon S3 Glacier, choose the vault, and choose the Permissions tab.',
      'Choose Edit policy document.',
      'Replace each Principal "*" with the ARNs of accounts or roles, and save. For the command, put the policy object from get-vault-access-policy into the file for --policy, and make the same change. A locked lock policy cannot be changed: move the archives to another vault.',
    ],
    cli: 'aws glacier set-vault-access-policy --account-id - --vault-name <vault> --policy file://whole-policy.json',
    terraform: `resource "aws_glacier_vault" "ledgers" {
  name = "ledgers"
  access_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/archive" }
      Action    = ["glacier:InitiateJob", "glacier:GetJobOutput"]
      Resource  = "arn:aws:glacier:eu-west-1:111122223333:vaults/ledgers"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/amazonglacier/latest/dev/vault-access-policy.html',
  over: 'vaults',
  needs: ['policy', 'lock_policy'],
  judge: ({ name, policy, lock_policy: lock }, { account }) => {
    // Evaluated together, because an Allow in one policy cannot override a Deny in the other.
    const open = opening([...(policy ?? []), ...(lock ?? [])], { account })
    if (!open) return pass(`The vault ${name} has no policy that allows public access.`)
    const which = lock?.includes(open) ? 'lock policy' : 'policy'
    return fail(`The ${which} of the vault ${name} allows public access in ${named(open)}.`)
  },
})
