import { manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_maintain_current_contact_details',
  title: 'Account’s contact details are current',
  description:
    'Reads the name, the company and the country of the account’s primary contact, and shows them to somebody who knows who is in charge.',
  risk: 'AWS writes to this contact about abuse, stolen keys and unpaid bills, and may limit the account when nobody answers.',
  decision:
    'Always MANUAL: the contact that was found, or that there is none, is shown for people to compare. It neither passes nor fails, because nothing in AWS tells whether a contact is current. Address and telephone number are not shown.',
  fix: {
    text: 'Compare the contact with who is in charge today, and use an address and a number that more than one person reads.',
    console: [
      'Sign in with the right to change account settings, choose the account’s name at the top right, then Account.',
      'Under Contact information, compare name, company, address and telephone number with who is in charge today.',
      'Where they differ, choose Edit, correct them, and choose Update.',
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
    if (!contact) return manual(`The account ${name} shows no contact; check it in the console.`)
    const who = [contact.name, contact.company, contact.country].filter(Boolean).join(', ')
    return manual(`The contact of ${name} is ${who || 'empty'}; only you know if that is current.`)
  },
})
