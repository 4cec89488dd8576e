import { fail, pass } from '../../../kit/index.ts'
import { classic } from './classic.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_smart_card_active',
  title: 'Smart card authenticator is active',
  description: 'Reads whether people can sign in with a smart card, such as a CAC or PIV card.',
  risk: 'Where cards are not taken, the strongest factor that people carry is replaced by one that can be phished.',
  decision:
    'Passes when the smart card authenticator is active, and fails when it is inactive or was never added. MANUAL in Classic Engine, whose API lists no authenticators. An organization whose people have no cards has no need of it.',
  fix: {
    text: 'Add a smart card identity provider, then the authenticator of it.',
    console: [
      'Add an identity provider of the kind Smart Card under Security > Identity Providers, with the chain of its issuer.',
      'Choose Add authenticator under Security > Authenticators, and add Smart Card Authenticator.',
      'Let an authentication policy take it, and try it with one card.',
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
    if (cards.some(({ isActive }) => isActive)) return pass(`${name} takes smart cards.`)
    return cards.length > 0
      ? fail(`The smart card authenticator of ${name} is inactive.`)
      : fail(`${name} has no smart card authenticator.`)
  },
})
