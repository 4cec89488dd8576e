/** AWS Account Management: contacts and regions. */
import type { Account, AlternateContactType, Region } from './account.ts'
import type { Call, Service } from './call.ts'
import { Fault } from './fault.ts'
import { jsonBody } from './inputs.ts'

const notFound = (what: string) =>
  new Fault('ResourceNotFoundException', 404, `No ${what} found for the account.`)

const optStatus: Record<Region['optIn'], string> = {
  'opt-in-not-required': 'ENABLED_BY_DEFAULT',
  'opted-in': 'ENABLED',
  'not-opted-in': 'DISABLED',
}

const isAlternate = (text: string): text is AlternateContactType =>
  ['BILLING', 'OPERATIONS', 'SECURITY'].includes(text)

const contactInformation = ({ account }: Call) => {
  const { contact } = account
  if (!contact) throw notFound('contact information')
  return {
    ContactInformation: {
      FullName: contact.fullName,
      CompanyName: contact.companyName,
      PhoneNumber: contact.phoneNumber,
      AddressLine1: contact.addressLine1,
      City: contact.city,
      StateOrRegion: contact.stateOrRegion,
      PostalCode: contact.postalCode,
      CountryCode: contact.countryCode,
      WebsiteUrl: contact.websiteUrl,
    },
  }
}

const alternateContact = ({ account, input }: Call) => {
  const type = input.text('AlternateContactType') ?? ''
  if (!isAlternate(type))
    throw new Fault(
      'ValidationException',
      400,
      `AlternateContactType ${type} is not one of the types.`,
      {
        fields: { reason: 'fieldValidationFailed' },
      },
    )
  const contact = account.alternateContacts[type]
  if (!contact) throw notFound(`${type.toLowerCase()} contact`)
  return {
    AlternateContact: {
      AlternateContactType: type,
      Name: contact.name,
      Title: contact.title,
      EmailAddress: contact.emailAddress,
      PhoneNumber: contact.phoneNumber,
    },
  }
}

const regionsOf = (account: Account, wanted: string[]) =>
  account.regions
    .map((region) => ({ RegionName: region.name, RegionOptStatus: optStatus[region.optIn] }))
    .filter((region) => wanted.length === 0 || wanted.includes(region.RegionOptStatus))

const listRegions = ({ account, input, page }: Call) => {
  const regions = regionsOf(account, input.texts('RegionOptStatusContains'))
  const rule = { token: 'NextToken', size: 'MaxResults', usual: 20, most: 50 }
  const { items, next } = page(regions, rule)
  return { Regions: items, NextToken: next }
}

const resource = ({ account }: Call) => `arn:aws:account::${account.id}:account`

export const accountService: Service = {
  name: 'account',
  prefix: 'account',
  protocol: 'rest-json',
  refusals: 'restJson',
  recognise: (request) => ({
    operation: /^\/[a-z]+[A-Za-z]*$/.test(request.path)
      ? request.path.charAt(1).toUpperCase() + request.path.slice(2)
      : '',
    input: jsonBody(request),
  }),
  operations: {
    GetContactInformation: { resource, answer: contactInformation },
    GetAlternateContact: { resource, answer: alternateContact },
    ListRegions: { resource, answer: listRegions },
  },
}
