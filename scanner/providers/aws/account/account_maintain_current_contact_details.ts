import { manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_maintain_current_contact_details',
  title: 'AWS account has current contact information',
  description:
    'Reads the name, the company and the country of the account’s primary contact, so that a person can review them.',
  risk: 'AWS sends notices about abuse, leaked keys and unpaid bills to this contact. If there is no response, AWS can restrict the account.',
  decision:
    'Always MANUAL. The finding shows the primary contact, or that there is none, for review. It neither passes nor fails, because AWS does not report whether a contact is current. The address and telephone number are not shown.',
  fix: {
    text: 'Compare the contact with the people who are responsible today. Use an email address and a telephone number that more than one person monitors.',
    console: [
      'Sign in with permission to change account settings, choose the account name at the top right, then Account.',
      'Under Contact information, compare the name, company, address and telephone number with the people who are responsible today.',
      'If they differ, choose Edit, correct them, and choose Update.',
    ],
    cli: `aws account put-contact-information --contact-information '{"FullName":"<name>","CompanyName":"<company>","AddressLine1":"<street>","City":"<city>","PostalCode":"<code>","CountryCode":"<country>","PhoneNumber":"<number>"}'`,
    terraform: `resource "aws_account_primary_contact" "this" {
  full_name      = "Cloud Operations"
  company_name   = "Example Ltd"
  address_line_1 = "1 Example Street"
  city           = "Dublin"
  postal_code    = "D02 X285"
  country_code   = "IE"
  phone_number   = "+35315550100"
}`,
  },
  source: 'https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-update-contact.html',
  over: 'accounts',
  needs: ['contact'],
  judge: ({ name, contact }) => {
    if (!contact)
      return manual(`Account ${name} has no contact information. Check it in the console.`)
    const who = [contact.name, contact.company, contact.country].filter(Boolean).join(', ')
    return manual(
      `The primary contact of account ${name} is ${who || 'empty'}. Verify that it is current.`,
    )
  },
})
