import { manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_maintain_current_contact_details',
  title: 'Account’s contact details are current',
  risk: 'AWS warns the contact about abuse and stolen keys, and limits the account when nobody answers.',
  fix: {
    text: 'Compare the contact with who is in charge today, and use an address and a number that more than one person reads.',
    cli: 'aws account get-contact-information',
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
