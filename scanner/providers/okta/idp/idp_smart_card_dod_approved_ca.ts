import { fail, pass } from '../../../kit/index.ts'
import { hasParts } from './distinguished-name.ts'
import { check } from './resources.ts'

export default check({
  id: 'idp_smart_card_dod_approved_ca',
  title: 'Smart card identity provider trusts an approved authority',
  description:
    'Reads the name of the certificate authority that each active smart card identity provider trusts.',
  risk: 'Whoever has a certificate of an authority that is trusted by mistake signs in as anybody.',
  decision:
    "Passes when the issuer's name has all parts of one entry of okta_dod_approved_ca_issuer_patterns: those of the DoD and its external authorities unless it is set. Fails when it has not. The certificates themselves are not looked at, so a name is all that is compared. There is no verdict without an active smart card identity provider.",
  fix: {
    text: 'Give the identity provider the certificate chain of an approved authority.',
    console: [
      'Open Security > Identity Providers, and configure the smart card provider.',
      'Choose Replace certificate chain, and upload the chain of an authority that the DoD approves.',
      'Compare its fingerprint with the one that the authority publishes.',
    ],
    cli: null,
    terraform: null,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-smart-card-idp.htm',
  links: [
    'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/IdentityProvider/',
  ],
  over: 'providers',
  needs: ['issuer'],
  config: {
    okta_dod_approved_ca_issuer_patterns: [
      'OU=DoD, O=U.S. Government',
      'OU=ECA, O=U.S. Government',
    ],
  },
  judge: ({ name, issuer }, { config }) =>
    config.okta_dod_approved_ca_issuer_patterns.some((pattern) => hasParts(issuer, pattern))
      ? pass(
          `The identity provider ${name} trusts ${issuer}, which has the name of an approved authority.`,
        )
      : fail(
          `The identity provider ${name} trusts ${issuer}, whose name is not that of an approved authority.`,
        ),
})
