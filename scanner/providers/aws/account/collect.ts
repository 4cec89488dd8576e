import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { orNull } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Account, Accounts, Contact, Overlap } from './resources.ts'

interface Reachable {
  EmailAddress?: string
  PhoneNumber?: string
}

interface Primary extends Reachable {
  FullName?: string
  CompanyName?: string
  CountryCode?: string
}

interface Alternate extends Reachable {
  Name?: string
  Title?: string
}

const kinds = ['billing', 'operations', 'security'] as const

/** The contacts of the account, each read once. */
function contactsOf(aws: Aws) {
  const primary = once(async () => {
    const { ContactInformation } = await aws.call<{ ContactInformation?: Primary }>(
      'account:GetContactInformation',
    )
    if (!ContactInformation) throw aws.broken('account:GetContactInformation', 'ContactInformation')
    return ContactInformation
  })
  const alternate = (kind: (typeof kinds)[number]) =>
    once(async () => {
      const { AlternateContact } = await aws.call<{ AlternateContact?: Alternate }>(
        'account:GetAlternateContact',
        { AlternateContactType: kind.toUpperCase() },
      )
      if (!AlternateContact) throw aws.broken('account:GetAlternateContact', 'AlternateContact')
      return AlternateContact
    })
  return {
    primary,
    billing: alternate('billing'),
    operations: alternate('operations'),
    security: alternate('security'),
  }
}
type Contacts = ReturnType<typeof contactsOf>

async function contactOf({ primary }: Contacts): Promise<Contact> {
  const { FullName = '', CompanyName = '', CountryCode = '' } = await primary()
  return { name: FullName, company: CompanyName, country: CountryCode }
}

async function securityContactOf({ security }: Contacts) {
  const { Name = '', Title = '' } = await security()
  return { name: Name, title: Title }
}

const none = 'ResourceNotFoundException'
const digits = (number: string | undefined): string => number?.replace(/\D/g, '') ?? ''
const alike = (one: string, other: string): boolean => one !== '' && one === other
const meets = (one: Reachable, other: Reachable): boolean =>
  alike(digits(one.PhoneNumber), digits(other.PhoneNumber)) ||
  alike(one.EmailAddress?.toLowerCase() ?? '', other.EmailAddress?.toLowerCase() ?? '')

async function overlapOf(asked: Contacts): Promise<Overlap> {
  const contacts = await Promise.all([
    orNull(asked.primary(), none).then((it): [string, Reachable] => ['primary', it ?? {}]),
    ...kinds.map(
      async (kind): Promise<[string, Reachable | null]> => [
        kind,
        await orNull(asked[kind](), none),
      ],
    ),
  ])
  return {
    missing: contacts.flatMap(([type, contact]) => (contact ? [] : [type])),
    same: contacts.flatMap(([type, contact], at) =>
      contacts
        .slice(at + 1)
        .flatMap(([other, its]) =>
          contact && its && meets(contact, its) ? [`${type} and ${other}`] : [],
        ),
    ),
  }
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Accounts> => ({
  accounts: each<string, Account>([account], (id) => {
    const contacts = contactsOf(aws)
    return {
      uid: `arn:${partition}:iam::${id}:root`,
      name: id,
      region,
      contact: read(() => contactOf(contacts), { none: ['ResourceNotFoundException'] }),
      security_contact: read(() => securityContactOf(contacts), {
        none: ['ResourceNotFoundException'],
      }),
      overlap: read(() => overlapOf(contacts)),
    }
  }),
})
