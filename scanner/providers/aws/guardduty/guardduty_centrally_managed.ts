import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_centrally_managed',
  title: 'GuardDuty detector is centrally managed',
  description:
    'Reads whether the detector of each region has an administrator account or manages member accounts.',
  risk: 'Without central management, each account has its own list of findings and can turn off detections on its own.',
  decision:
    'Passes if the detector has an administrator with an enabled relationship, or a member with an enabled relationship. Fails if it has neither. A region without a detector gives no finding. An account outside an organization also fails.',
  fix: {
    text: 'Delegate GuardDuty administration of the organization to one account.',
    console: [
      'Sign in to the management account of the organization, and open Amazon GuardDuty in the region.',
      'Choose Settings, enter the ID of the delegated administrator account, and choose Delegate.',
      'In that account, choose Accounts, and add the other accounts as members.',
    ],
    cli: 'aws guardduty enable-organization-admin-account --admin-account-id <account>',
    terraform: `resource "aws_guardduty_organization_admin_account" "security" {
  admin_account_id = "111122223333"
}

resource "aws_guardduty_organization_configuration" "all" {
  detector_id                      = aws_guardduty_detector.this.id
  auto_enable_organization_members = "ALL"
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_accounts.html',
  links: ['https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_organizations.html'],
  over: 'regions',
  needs: ['detector', 'management'],
  judge: ({ name, detector, management }) => {
    if (!detector) return []
    return management
      ? pass(`GuardDuty in ${name} is centrally managed: ${management}.`)
      : fail(
          `GuardDuty in ${name} is not centrally managed: it has no administrator and no members.`,
        )
  },
})
