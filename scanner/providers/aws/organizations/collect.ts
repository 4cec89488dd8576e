import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Account, Organization, Organizations } from './resources.ts'

async function organizationOf(aws: Aws): Promise<Organization> {
  const { Organization: given } = await aws.call<{
    Organization?: { Id?: string; MasterAccountId?: string }
  }>('organizations:DescribeOrganization')
  if (!given?.Id || !given.MasterAccountId) {
    throw aws.broken('organizations:DescribeOrganization', 'Organization')
  }
  return { id: given.Id, management: given.MasterAccountId }
}

async function delegatedBy(aws: Aws) {
  const found: { id: string; name: string }[] = []
  for await (const { DelegatedAdministrators: page } of aws.pages<{
    DelegatedAdministrators?: { Id?: string; Name?: string }[]
  }>('organizations:ListDelegatedAdministrators')) {
    if (!page) {
      throw aws.broken('organizations:ListDelegatedAdministrators', 'DelegatedAdministrators')
    }
    found.push(...page.map(({ Id = '', Name = '' }) => ({ id: Id, name: Name })))
  }
  return found
}

const none = ['AWSOrganizationsNotInUseException']

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Organizations> => ({
  accounts: each<string, Account>([account], (id) => {
    const organization = once(() => organizationOf(aws))
    return {
      uid: `arn:${partition}:organizations::${id}:account`,
      name: id,
      region,
      organization: read(organization, { none }),
      delegated: read(
        // Other accounts may not read the list.
        async () => ((await organization()).management === account ? delegatedBy(aws) : null),
        { none },
      ),
    }
  }),
})
