import { fail, manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_security_contact_information_is_registered',
  title: 'Security contact of the account is registered and right',
  description:
    'Reads whether AWS has a contact of the account for security, apart from the primary one, and shows its name and title.',
  risk: 'AWS’s warnings of abuse and of compromised resources go to the primary contact alone, who may not know that somebody has to act at once.',
  decision:
    'Fails when the account has no alternate contact for security. When it has one the finding is MANUAL and shows name and title, because only people know whether they are right; it never passes by itself. Address and telephone number are not shown.',
  fix: {
    text: 'Register a mailbox that the security team reads as the security contact.',
    console: [
      'Choose the account’s name at the top right, then Account.',
      'Under Alternate contacts, choose Edit.',
      'Under Security contact, enter the name, the title, a mailbox that the whole team reads, and a telephone number.',
      'Choose Update; in an organisation, its management account can do this for every member.',
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
          `The security contact of ${name} is ${contact.name || 'without a name'}${contact.title ? `, ${contact.title}` : ''}; only you know if that is right.`,
        )
      : fail(`The account ${name} has no security contact.`),
})
