import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_repository_creation_limited',
  title: 'Members cannot make repositories',
  description:
    'Reads which kinds of repositories members of the organization may make: public, private and, in an enterprise, internal ones.',
  risk: 'Anybody opens a repository that nobody knows of, without protection or reviews, and may put code into public that belongs to the organization.',
  decision:
    'Passes when members may make none of any kind, so that owners do. Fails when they may make one kind at least.',
  fix: {
    text: 'Leave it to owners to make repositories.',
    console: [
      'Open the organization and choose Settings, then Member privileges.',
      'Under Repository creation clear Public, Private and Internal, and choose Save.',
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
      ? pass(`Members of ${name} cannot make repositories.`)
      : fail(`Members of ${name} can make ${kinds.join(' and ')} repositories.`),
})
