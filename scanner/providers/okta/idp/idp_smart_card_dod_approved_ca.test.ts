import { unread } from '../../../kit/index.ts'
import { given, verify, world } from '../../../kit/verify.ts'
import check from './idp_smart_card_dod_approved_ca.ts'
import type { SmartCardProvider } from './resources.ts'

const sound = world<SmartCardProvider>({
  uid: 'acme.okta.com/idp/0oa1',
  name: 'CAC',
  region: '',
  issuer: 'CN=DOD ID CA-59, OU=PKI, OU=DoD, O=U.S. Government, C=US',
})

verify(check, {
  pass: [
    sound(),
    sound({ issuer: 'C=US,O=U.S. Government,OU=ECA,CN=ECA Root CA 4' }),
    sound({ issuer: 'CN="A, B", ou=dod, o=U.S. Government' }),
    given(sound({ issuer: 'CN=Acme Cards, O=Acme' }), {
      config: { okta_dod_approved_ca_issuer_patterns: ['O=Other', 'O=Acme'] },
    }),
  ],
  fail: [
    sound({ issuer: 'CN=Acme Cards, O=Acme' }),
    sound({ issuer: 'O=U.S. Government, OU=Not DoD' }),
    // An approved name within one value does not count as parts of the name.
    sound({ issuer: 'CN="OU=DoD, O=U.S. Government", O=Evil' }),
    sound({ issuer: 'CN=OU=DoD\\, O=U.S. Government' }),
    sound({ issuer: '' }),
    given(sound(), { config: { okta_dod_approved_ca_issuer_patterns: [] } }),
  ],
  unread: [sound({ issuer: unread('broken_answer', { outcome: 'error' }) })],
})
