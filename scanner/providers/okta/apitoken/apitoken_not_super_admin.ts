import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { check } from './resources.ts'

export default check({
  id: 'apitoken_not_super_admin',
  title: 'API token is not of a super administrator',
  description:
    'Reads the admin roles of the user who made each API token, his own and those of his groups.',
  risk: 'A token does what its user may: one of a super administrator that lies in a script hands over the whole organization.',
  decision:
    'Fails when the user of the token is a super administrator, by himself or by one of his groups. Passes when all of these were read and none says so. What other roles allow is not weighed, and roles that are inactive do not count.',
  fix: {
    text: 'Make tokens as a user of their own, with the least role that their work takes, or use a service app with scopes instead.',
    console: [
      'Make a user for the integration, and give it the admin role that its calls need.',
      'Sign in as this user, and make a token under Security > API > Tokens.',
      'Put the new token in the place of the old one, and revoke that.',
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
      ? fail(`The API token ${name} is of a super administrator.`)
      : pass(
          roles.length === 0
            ? `The API token ${name} is of a user without an admin role.`
            : `The API token ${name} is of a user with ${listing(roles)}.`,
        ),
})
