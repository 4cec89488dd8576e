import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'glacier_vaults_policy_public_access',
  title: 'Vault policy does not let everyone in',
  description:
    'Reads the access policy and the lock policy of each Glacier vault and asks whether a statement lets anybody in without being named.',
  risk: 'Strangers can fetch archives that were meant to be kept for years, or delete them.',
  decision:
    'Fails when a statement of either policy allows any principal and no condition binds it to accounts, an organisation, a network or a source of your own. Passes when the vault has neither policy, when every statement names its principals, and when such conditions hold. A condition whose meaning is not known gives no verdict but a gap in coverage. Objects in S3’s Glacier classes are in buckets and not looked at.',
  fix: {
    text: 'Name the principals that use the vault.',
    console: [
      'Open Amazon S3 Glacier, choose the vault, and choose the tab Permissions.',
      'Choose Edit policy document.',
      'Put the ARNs of accounts or roles in place of each Principal "*", and save. A lock policy that is locked cannot be changed: move the archives to another vault.',
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
    // Together, since what one of them denies the other cannot allow.
    const open = opening([...(policy ?? []), ...(lock ?? [])], { account })
    if (!open) return pass(`The vault ${name} has no policy that lets everyone in.`)
    const which = lock?.includes(open) ? 'lock policy' : 'policy'
    return fail(`The ${which} of the vault ${name} lets everyone in by ${named(open)}.`)
  },
})
