import { fail, manual, pass } from '../../../kit/index.ts'
import { classic } from './classic.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_okta_verify_fips_compliant',
  title: 'Okta Verify takes FIPS-compliant devices alone',
  description:
    'Reads whether Okta Verify may be enrolled on devices whose cryptography was not validated.',
  risk: 'Federal systems may rely on validated modules alone; others may keep keys in ways that nobody has tested.',
  decision:
    'Passes when Okta Verify requires FIPS-compliant devices, and fails when it takes any. There is no verdict where Okta Verify is not active. MANUAL in Classic Engine, whose API lists no authenticators, and where its settings do not say.',
  fix: {
    text: 'Let Okta Verify be enrolled on FIPS-compliant devices only.',
    console: [
      'Choose Actions > Edit for Okta Verify, under Security > Authenticators.',
      'Set FIPS Compliance to FIPS-compliant devices only.',
      'Choose Save; devices that are enrolled already stay.',
    ],
    cli: null,
    terraform: `resource "okta_authenticator" "okta_verify" {
  name     = "Okta Verify"
  key      = "okta_verify"
  settings = jsonencode({ compliance = { fips = "REQUIRED" } })
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-okta-verify-options.htm',
  over: 'organizations',
  needs: ['authenticators'],
  judge: ({ name, authenticators }) => {
    if (authenticators === null) return classic(name)
    const verify = authenticators.find(({ key, isActive }) => key === 'okta_verify' && isActive)
    if (!verify) return []
    if (verify.fips === 'REQUIRED')
      return pass(`${verify.name} of ${name} takes FIPS-compliant devices alone.`)
    return verify.fips === 'OPTIONAL'
      ? fail(`${verify.name} of ${name} takes any device.`)
      : manual(`The settings of ${verify.name} of ${name} do not say which devices it takes.`)
  },
})
