import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import smartCardDodApprovedCa from './idp_smart_card_dod_approved_ca.ts'
import { collect } from './collect.ts'
import type { IdentityProviders } from './resources.ts'

export default service<IdentityProviders, Okta>({
  name: 'idp',
  scope: 'global',
  kinds: {
    providers: { list: ['okta.idps.read'], fields: { issuer: [] } },
  },
  collect,
  checks: [smartCardDodApprovedCa],
})
