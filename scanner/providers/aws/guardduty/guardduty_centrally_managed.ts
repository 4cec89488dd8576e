import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_centrally_managed',
  title: 'GuardDuty is managed in one place',
  description:
    'Asks the detector of each region whether an administrator’s account manages it, or whether it manages others itself.',
  risk: 'Each account has a list of findings of its own, and turns off on its own what it finds too loud.',
  decision:
    'Passes when the detector has an administrator whose relationship is enabled, and when it has a member whose relationship is. Fails when it has neither. A region without a detector is not judged. An account that stands alone fails, too.',
  fix: {
    text: 'Let one account of the organisation administer GuardDuty for the others.',
    console: [
      'Sign in to the management account of the organisation, and open Amazon GuardDuty in the region.',
      'Choose Settings, enter the id of the account that is to administer it, and choose Delegate.',
      'In that account choose Accounts, and add the others as members.',
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
      ? pass(`GuardDuty in ${name} is not alone: ${management}.`)
      : fail(`GuardDuty in ${name} stands alone, without an administrator and without members.`)
  },
})
