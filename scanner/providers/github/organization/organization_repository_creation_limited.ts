import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_repository_creation_limited',
  title: 'Organization does not allow members to create repositories',
  description:
    'Reads which kinds of repositories members of the organization can create: public, private and, in an enterprise, internal.',
  risk: 'Members can create repositories that are unknown to the owners and have no protection, or publish code of the organization.',
  decision:
    'Passes if members cannot create any kind of repository. Fails if they can create at least one kind.',
  fix: {
    text: 'Allow only owners to create repositories.',
    console: [
      'Open the organization and choose Settings, then Member privileges.',
      'Under Repository creation, clear Public, Private and Internal, and choose Save.',
    ],
    cli: 'gh api --method PATCH orgs/<organization> --field members_can_create_public_repositories=false --field members_can_create_private_repositories=false',
    terraform: [
      'resource "github_organization_settings" "main" {',
      '  billing_email                           = "<email>"',
      '  members_can_create_public_repositories  = false',
      '  members_can_create_private_repositories = false',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/organizations/managing-organization-settings/restricting-repository-creation-in-your-organization',
  over: 'organizations',
  needs: ['members_can_create'],
  judge: ({ name, members_can_create: kinds }) =>
    kinds.length === 0
      ? pass(`Members of ${name} cannot create repositories.`)
      : fail(`Members of ${name} can create ${kinds.join(' and ')} repositories.`),
})
