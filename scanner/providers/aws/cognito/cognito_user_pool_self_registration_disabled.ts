import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_self_registration_disabled',
  title: 'Cognito user pool has self-registration disabled',
  description:
    'Reads whether users can sign up to each pool themselves, or only administrators can create users.',
  risk: 'Anyone on the internet can become a user and get the permissions of every user, which may be intended only for internal users.',
  decision:
    'Passes if only administrators can create users. Fails if users can sign up themselves. A pool for customers of a public site also fails and can be muted. A response without the setting gives a gap in coverage.',
  fix: {
    text: 'Turn off self-registration if administrators create the users.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Sign-up, and under Self-service sign-up, choose Edit.',
      'Clear Enable self-registration and choose Save changes.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool that the command supports into the file for --cli-input-json, with AllowAdminCreateUserOnly true under AdminCreateUserConfig.',
    ],
    cli: 'aws cognito-idp update-user-pool --user-pool-id <pool> --cli-input-json file://pool-without-sign-up.json',
    terraform: `resource "aws_cognito_user_pool" "staff" {
  name = "staff"

  admin_create_user_config {
    allow_admin_create_user_only = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-admin-create-user-policy.html',
  links: [
    'https://docs.aws.amazon.com/cognito/latest/developerguide/signing-up-users-in-your-app.html',
  ],
  over: 'pools',
  needs: ['details'],
  judge: ({ name, details: { self_registration } }) =>
    known(self_registration)
      ? fail(`The pool ${name} allows self-registration.`)
      : pass(`Only administrators can create users in the pool ${name}.`),
})
