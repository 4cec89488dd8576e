import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { check } from './resources.ts'

export default check({
  id: 'apitoken_not_super_admin',
  title: 'API token does not belong to a super administrator',
  description:
    'Reads the admin roles of the user who created each API token, including roles from groups.',
  risk: 'A token has the permissions of its user. An attacker with a leaked super administrator token controls the whole organization.',
  decision:
    'Fails if the user of the token is a super administrator, directly or through a group. Passes if all roles were read and none is super administrator. The permissions of other roles are not evaluated, and inactive roles do not count.',
  fix: {
    text: 'Create tokens as a dedicated user with the least-privileged role, or use a service app with scopes instead.',
    console: [
      'Create a user for the integration, and give it the admin role that its calls need.',
      'Sign in as this user, and create a token under Security > API > Tokens.',
      'Replace the old token with the new one, and revoke the old token.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://help.okta.com/oie/en-us/content/topics/security/api.htm',
  links: ['https://developer.okta.com/docs/guides/implement-oauth-for-okta-serviceapp/main/'],
  over: 'tokens',
  needs: ['roles'],
  judge: ({ name, roles }) =>
    roles.includes('SUPER_ADMIN')
      ? fail(`The API token ${name} belongs to a super administrator.`)
      : pass(
          roles.length === 0
            ? `The API token ${name} belongs to a user without an admin role.`
            : `The API token ${name} belongs to a user with ${listing(roles)}.`,
        ),
})
