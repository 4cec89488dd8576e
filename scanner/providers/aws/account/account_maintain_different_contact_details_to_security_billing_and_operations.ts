import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_maintain_different_contact_details_to_security_billing_and_operations',
  title: 'AWS account has separate billing, operations and security contacts',
  description:
    'Reads the alternate contacts and the primary contact of the account, and compares their email addresses and telephone numbers. The values are not stored.',
  risk: 'If all notices go to one mailbox, security warnings are easily missed among invoices.',
  decision:
    'Fails if a contact for billing, operations or security is missing. Fails if two of them share an email address or a telephone number, or if one shares the telephone number of the primary contact. Otherwise passes. Names are not compared. The API does not return the primary contact’s email address.',
  fix: {
    text: 'Register three alternate contacts, each with the mailbox and telephone number of the responsible team.',
    console: [
      'Choose the account name at the top right, then Account.',
      'Under Alternate contacts, choose Edit.',
      'Enter a separate contact for billing, operations and security, and choose Update.',
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
      ...same.map((pair) => `${pair} share an email address or telephone number`),
    ]
    return faults.length > 0
      ? fail(`Account ${name} does not have separate contacts: ${faults.join('; ')}.`)
      : pass(`Account ${name} has separate contacts for billing, operations and security.`)
  },
})
