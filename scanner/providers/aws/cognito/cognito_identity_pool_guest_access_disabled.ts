import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_identity_pool_guest_access_disabled',
  title: 'Identity pool gives nothing to guests',
  description:
    'Reads whether each identity pool hands credentials of AWS to visitors who did not sign in.',
  risk: 'Anyone who finds the pool’s id in an app gets credentials, with whatever the guest role permits.',
  decision:
    'Passes when unauthenticated identities are not allowed, fails when they are, whatever the guest role permits.',
  fix: {
    text: 'Turn guest access off.',
    console: [
      'Open Amazon Cognito, choose Identity pools, and choose the pool.',
      'On the tab User access, under Guest access, choose Deactivate.',
      'Confirm, and delete the role that guests had.',
      'The command drops providers that it is not given: put all that describe-identity-pool shows into the file, with AllowUnauthenticatedIdentities false.',
    ],
    cli: 'aws cognito-identity update-identity-pool --cli-input-json file://pool-without-guests.json',
    terraform: `resource "aws_cognito_identity_pool" "shop" {
  identity_pool_name               = "shop"
  allow_unauthenticated_identities = false
}`,
  },
  source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/identity-pools.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/cognito-controls.html'],
  over: 'identityPools',
  needs: ['guests'],
  judge: ({ name, guests }) =>
    guests
      ? fail(`The identity pool ${name} gives credentials to guests.`)
      : pass(`The identity pool ${name} gives no credentials to guests.`),
})
