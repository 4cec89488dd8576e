import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_repository_deletion_limited',
  title: 'Organization does not allow members to delete or transfer repositories',
  description:
    'Reads members_can_delete_repositories of the organization, which controls whether members with admin access can delete or transfer a repository.',
  risk: 'A single member, or an attacker with that member’s account, can delete code with its issues and history, or move it out of the organization.',
  decision:
    'Passes if only owners can delete or transfer repositories. Fails if members with admin access can, too.',
  fix: {
    text: 'Allow only owners to delete and transfer repositories.',
    console: [
      'Open the organization and choose Settings, then Member privileges.',
      'Under Repository deletion and transfer, clear Allow members to delete or transfer repositories for this organization, and choose Save.',
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
