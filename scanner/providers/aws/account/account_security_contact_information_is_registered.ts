import { manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_security_contact_information_is_registered',
  title: 'Security contact of the account is registered and right',
  risk: 'Reports of abuse and of compromised resources reach nobody who can act on them.',
  fix: {
    text: 'Register a mailbox that the security team reads as the security contact.',
    cli: 'aws account put-alternate-contact --alternate-contact-type SECURITY --name <name> --title <title> --email-address <address> --phone-number <number>',
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
      : manual(
          `The account ${name} shows no security contact of its own; check who is told instead.`,
        ),
})
