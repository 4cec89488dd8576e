import {
  type Collected,
  type Collecting,
  complete,
  each,
  type Incomplete,
  isIncomplete,
  read,
} from '../../../kit/index.ts'
import type { Members, Okta } from '../client.ts'
import { membersOf, shown } from '../members.ts'
import { uidOf } from '../uids.ts'
import type { IdentityProviders, SmartCardProvider } from './resources.ts'

const call = 'list identity providers'
const { id, members, name, text } = membersOf(call)

export const collect = ({ client }: Collecting<Okta>): Collected<IdentityProviders> => ({
  providers: each<Members, SmartCardProvider>(smartCards(client), (provider) => ({
    uid: uidOf(client.domain, 'idp', id(provider['id'])),
    name: name(provider['name']),
    region: '',
    issuer: read(async () => {
      const { credentials } = members(provider['protocol'])
      const { trust } = members(credentials)
      return shown(text(members(trust)['issuer']))
    }),
  })),
})

async function* smartCards(okta: Okta): AsyncGenerator<Members | Incomplete> {
  for await (const provider of okta.list(call)) {
    const isSmartCard = complete(
      provider,
      () => text(provider['status']) === 'ACTIVE' && text(provider['type']) === 'X509',
    )
    if (isIncomplete(isSmartCard)) yield isSmartCard
    else if (isSmartCard) yield provider
  }
}
