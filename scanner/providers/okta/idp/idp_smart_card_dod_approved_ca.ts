import { fail, pass } from '../../../kit/index.ts'
import { hasParts } from './distinguished-name.ts'
import { check } from './resources.ts'

export default check({
  id: 'idp_smart_card_dod_approved_ca',
  title: 'Smart card identity provider trusts only a DoD-approved CA',
  description:
    'Reads the name of the certificate authority that each active smart card identity provider trusts.',
  risk: 'A certificate holder of a wrongly trusted authority can sign in as any user.',
  decision:
    "Passes if the issuer's name contains all parts of one entry of okta_dod_approved_ca_issuer_patterns (default: the DoD and its external certificate authorities). Fails if it does not. Only the name is compared. The certificates are not evaluated. Organizations without an active smart card identity provider have no finding.",
  fix: {
    text: 'Configure the identity provider with the certificate chain of an approved authority.',
    console: [
      'Open Security > Identity Providers, and configure the smart card provider.',
      'Choose Replace certificate chain, and upload the chain of a DoD-approved authority.',
      'Compare its fingerprint with the fingerprint that the authority publishes.',
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
          `The identity provider ${name} trusts ${issuer}, which matches the name of an approved authority.`,
        )
      : fail(
          `The identity provider ${name} trusts ${issuer}, which does not match the name of an approved authority.`,
        ),
})
