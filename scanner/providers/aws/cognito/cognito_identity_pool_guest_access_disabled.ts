import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_identity_pool_guest_access_disabled',
  title: 'Cognito identity pool has guest access disabled',
  description:
    'Reads whether each identity pool provides AWS credentials to unauthenticated users.',
  risk: 'Anyone who finds the pool ID in an app can get credentials with the permissions of the guest role.',
  decision:
    'Passes if unauthenticated identities are not allowed. Fails if they are, regardless of the permissions of the guest role.',
  fix: {
    text: 'Turn off guest access.',
    console: [
      'Open Amazon Cognito, choose Identity pools, and choose the pool.',
      'On the User access tab, under Guest access, choose Deactivate.',
      'Confirm, and delete the guest role.',
      'The command removes providers that it does not receive: put all settings from describe-identity-pool into the file for --cli-input-json, with AllowUnauthenticatedIdentities false.',
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
      ? fail(`The identity pool ${name} provides credentials to unauthenticated users.`)
      : pass(`The identity pool ${name} does not provide credentials to unauthenticated users.`),
})
