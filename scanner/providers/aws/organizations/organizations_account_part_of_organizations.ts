import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organizations_account_part_of_organizations',
  title: 'Account belongs to an organisation',
  description:
    'Asks whether the account is a member, or the manager, of an organisation of AWS Organizations.',
  risk: 'An account that stands alone has no guard rails from above: nothing keeps its administrators from turning off logs, or from leaving a region open.',
  decision:
    'Passes when the account belongs to an organisation, as its member or as its management account. Fails when it belongs to none. Which policies the organisation has is not looked at.',
  fix: {
    text: 'Let the account join the organisation of its owner.',
    console: [
      'In the management account open AWS Organizations, choose AWS accounts, then Add an AWS account, and invite the account.',
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
      ? pass(`The account ${name} belongs to the organisation ${organization.id}.`)
      : fail(`The account ${name} belongs to no organisation.`),
})
