import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_self_registration_disabled',
  title: 'Nobody signs up to the pool by themselves',
  description:
    'Reads whether anybody may make themselves a user of each pool, or administrators alone.',
  risk: 'Strangers become users and get whatever every user may do, which in an internal pool was never meant for them.',
  decision:
    'Passes when only administrators may make users, fails when people may sign up themselves. A pool for customers of a public site fails too: mute it there. An answer without the setting gives a gap in coverage.',
  fix: {
    text: 'Turn self-registration off where users are made by administrators.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Sign-up, and under Self-service sign-up choose Edit.',
      'Clear Enable self-registration and choose Save changes.',
      'The command resets what it is not given: put into the file every setting that describe-user-pool shows and this command takes, with AllowAdminCreateUserOnly true under AdminCreateUserConfig.',
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
      ? fail(`Anybody may sign up to the pool ${name}.`)
      : pass(`Only administrators make users of the pool ${name}.`),
})
