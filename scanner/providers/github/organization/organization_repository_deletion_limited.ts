import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_repository_deletion_limited',
  title: 'Members cannot delete or transfer repositories',
  description:
    'Reads members_can_delete_repositories of the organization: whether members who administer a repository may delete it or hand it to somebody else.',
  risk: 'One person, by mistake or in anger, removes code with its issues and its history, or moves it out of the organization.',
  decision:
    'Passes when only owners may delete or transfer. Fails when members with admin access may, too.',
  fix: {
    text: 'Leave it to owners to delete and transfer repositories.',
    console: [
      'Open the organization and choose Settings, then Member privileges.',
      'Under Repository deletion and transfer clear Allow members to delete or transfer repositories for this organization, and choose Save.',
    ],
    cli: null,
    terraform: null,
  },
  source:
    'https://docs.github.com/en/organizations/managing-organization-settings/setting-permissions-for-deleting-or-transferring-repositories',
  over: 'organizations',
  needs: ['members_can_delete'],
  judge: ({ name, members_can_delete: may }) =>
    may
      ? fail(`Members of ${name} with admin access can delete and transfer repositories.`)
      : pass(`Only owners of ${name} can delete and transfer repositories.`),
})
