import { fail, pass } from '../../../kit/index.ts'
import { classic } from './classic.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_smart_card_active',
  title: 'Smart card authenticator is active',
  description: 'Reads whether users can sign in with a smart card, such as a CAC or PIV card.',
  risk: 'If smart cards are not accepted, users must sign in with factors that can be phished.',
  decision:
    'Passes if the smart card authenticator is active. Fails if it is inactive or was never added. MANUAL in Classic Engine, whose API does not list authenticators. The check does not apply to organizations whose users have no smart cards.',
  fix: {
    text: 'Add a smart card identity provider, then add the Smart Card Authenticator.',
    console: [
      'Under Security > Identity Providers, add an identity provider of type Smart Card with the certificate chain of the issuer.',
      'Under Security > Authenticators, choose Add authenticator, and add Smart Card Authenticator.',
      'Allow the authenticator in an authentication policy, and test it with one card.',
    ],
    cli: null,
    terraform: null,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-smart-card-authenticator.htm',
  over: 'organizations',
  needs: ['authenticators'],
  judge: ({ name, authenticators }) => {
    if (authenticators === null) return classic(name)
    const cards = authenticators.filter(({ key }) => key === 'smart_card_idp')
    if (cards.some(({ isActive }) => isActive)) return pass(`${name} accepts smart cards.`)
    return cards.length > 0
      ? fail(`The smart card authenticator of ${name} is inactive.`)
      : fail(`${name} has no smart card authenticator.`)
  },
})
