import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_maintain_different_contact_details_to_security_billing_and_operations',
  title: 'Billing, operations and security have contacts of their own',
  description:
    'Reads the alternate contacts of the account and the primary one, and compares their e-mail addresses and telephone numbers. What they are is not kept.',
  risk: 'One mailbox for everything is one mailbox that is full: the warning of a stolen key lies between two invoices.',
  decision:
    'Passes when contacts for billing, operations and security are registered, and no two of them share an e-mail address or a telephone number, nor any of them the telephone number of the primary contact. Fails when one is missing or two share either. Names are not compared; the primary contact’s e-mail address is not told by the API.',
  fix: {
    text: 'Register three alternate contacts, each with a mailbox and a number of those who do that work.',
    console: [
      'Choose the account’s name at the top right, then Account.',
      'Under Alternate contacts choose Edit.',
      'Enter a contact of its own for billing, operations and security, and choose Update.',
    ],
    cli: 'aws account put-alternate-contact --alternate-contact-type OPERATIONS --name <name> --title <title> --email-address <address> --phone-number <number>',
    terraform: `resource "aws_account_alternate_contact" "operations" {
  alternate_contact_type = "OPERATIONS"
  name                   = "Operations"
  title                  = "On call"
  email_address          = "operations@example.com"
  phone_number           = "+35315550101"
}

resource "aws_account_alternate_contact" "billing" {
  alternate_contact_type = "BILLING"
  name                   = "Accounts payable"
  title                  = "Finance"
  email_address          = "billing@example.com"
  phone_number           = "+35315550102"
}`,
  },
  source:
    'https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-update-contact-alternate.html',
  over: 'accounts',
  needs: ['overlap'],
  judge: ({ name, overlap: { missing, same } }) => {
    const faults = [
      ...(missing.length > 0 ? [`no contact for ${missing.join(', ')} is registered`] : []),
      ...same.map((pair) => `${pair} can be reached in the same way`),
    ]
    return faults.length > 0
      ? fail(`Of the contacts of ${name}, ${faults.join('; ')}.`)
      : pass(`Billing, operations and security of ${name} have contacts of their own.`)
  },
})
