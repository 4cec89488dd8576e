import { fail, manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_security_contact_information_is_registered',
  title: 'AWS account has a security contact',
  description:
    'Reads whether the account has an alternate contact for security, and shows its name and title.',
  risk: 'AWS sends warnings about abuse and compromised resources only to the primary contact, who may not recognize that they are urgent.',
  decision:
    'Fails if the account has no alternate contact for security. MANUAL if it has one: the finding shows the name and title for review, because AWS does not report whether they are correct. It never passes automatically. The address and telephone number are not shown.',
  fix: {
    text: 'Register a mailbox that the security team monitors as the security contact.',
    console: [
      'Choose the account name at the top right, then Account.',
      'Under Alternate contacts, choose Edit.',
      'Under Security contact, enter the name, the title, a mailbox that the entire team monitors, and a telephone number.',
      'Choose Update. In an organization, the management account can do this for every member account.',
    ],
    cli: 'aws account put-alternate-contact --alternate-contact-type SECURITY --name <name> --title <title> --email-address <address> --phone-number <number>',
    terraform: `resource "aws_account_alternate_contact" "security" {
  alternate_contact_type = "SECURITY"
  name                   = "Security team"
  title                  = "On call"
  email_address          = "security@example.com"
  phone_number           = "+35315550100"
}`,
  },
  source:
    'https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-update-contact-alternate.html',
  over: 'accounts',
  needs: ['security_contact'],
  judge: ({ name, security_contact: contact }) =>
    contact
      ? manual(
          `The security contact of account ${name} is ${contact.name || 'without a name'}${contact.title ? `, ${contact.title}` : ''}. Verify that it is correct.`,
        )
      : fail(`Account ${name} has no security contact.`),
})
