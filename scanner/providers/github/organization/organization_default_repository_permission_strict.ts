import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_default_repository_permission_strict',
  title: 'Organization base permission is none or read',
  description:
    'Reads default_repository_permission of the organization, the access that each member has to every repository.',
  risk: 'Every member, and an attacker with any member account, can change the code of every repository.',
  decision: 'Passes if the base permission is none or read. Fails if it is write or admin.',
  fix: {
    text: 'Set the base permission to none or read, and grant write access through teams.',
    console: [
      'Open the organization and choose Settings, then Member privileges.',
      'Under Base permissions, choose No permission or Read.',
    ],
    cli: 'gh api --method PATCH orgs/<organization> --field default_repository_permission=read',
    terraform: [
      'resource "github_organization_settings" "main" {',
      '  billing_email                 = "<email>"',
      '  default_repository_permission = "read"',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/organizations/managing-user-access-to-your-organizations-repositories/managing-repository-roles/setting-base-permissions-for-an-organization',
  over: 'organizations',
  needs: ['default_repository_permission'],
  judge: ({ name, default_repository_permission: permission }) => {
    const sentence = `The base permission of members of ${name} is ${permission}.`
    return permission === 'none' || permission === 'read' ? pass(sentence) : fail(sentence)
  },
})
