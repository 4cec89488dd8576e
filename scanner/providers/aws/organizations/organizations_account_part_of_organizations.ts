import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organizations_account_part_of_organizations',
  title: 'AWS account belongs to an organization',
  description:
    'Reads whether the account is a member account or the management account of an organization in AWS Organizations.',
  risk: 'No organization policies apply to a standalone account. Its administrators can turn off logging or use any region.',
  decision:
    'Passes if the account belongs to an organization, as a member account or as the management account. Fails if it does not. The check does not read the policies of the organization.',
  fix: {
    text: 'Add the account to the organization of its owner.',
    console: [
      'In the management account, open AWS Organizations, choose AWS accounts, then Add an AWS account, and invite the account.',
      'Sign in to the account, open AWS Organizations, choose Invitations, and accept.',
    ],
    cli: 'aws organizations invite-account-to-organization --target Id=<account>,Type=ACCOUNT',
    terraform: `resource "aws_organizations_account" "shop" {
  name      = "shop"
  email     = "aws-shop@example.com"
  parent_id = aws_organizations_organizational_unit.workloads.id
}`,
  },
  source: 'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_introduction.html',
  links: [
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_accounts_invites.html',
  ],
  over: 'accounts',
  needs: ['organization'],
  judge: ({ name, organization }) =>
    organization
      ? pass(`Account ${name} belongs to organization ${organization.id}.`)
      : fail(`Account ${name} does not belong to an organization.`),
})
