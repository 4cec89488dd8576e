import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Account, Accounts, Contact } from './resources.ts'

async function contactOf(aws: Aws): Promise<Contact> {
  const { ContactInformation: given } = await aws.call<{
    ContactInformation?: { FullName?: string; CompanyName?: string; CountryCode?: string }
  }>('account:GetContactInformation')
  if (!given) throw aws.broken('account:GetContactInformation', 'ContactInformation')
  return {
    name: given.FullName ?? '',
    company: given.CompanyName ?? '',
    country: given.CountryCode ?? '',
  }
}

async function securityContactOf(aws: Aws) {
  const { AlternateContact: given } = await aws.call<{
    AlternateContact?: { Name?: string; Title?: string }
  }>('account:GetAlternateContact', { AlternateContactType: 'SECURITY' })
  if (!given) throw aws.broken('account:GetAlternateContact', 'AlternateContact')
  return { name: given.Name ?? '', title: given.Title ?? '' }
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Accounts> => ({
  accounts: each<string, Account>([account], (id) => ({
    uid: `arn:${partition}:iam::${id}:root`,
    name: id,
    region,
    contact: read(() => contactOf(aws), { none: ['ResourceNotFoundException'] }),
    security_contact: read(() => securityContactOf(aws), { none: ['ResourceNotFoundException'] }),
  })),
})
