import { fail, manual, pass } from '../../../kit/index.ts'
import { classic } from './classic.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_okta_verify_fips_compliant',
  title: 'Okta Verify accepts only FIPS-compliant devices',
  description: 'Reads whether users can enroll Okta Verify on devices that are not FIPS-compliant.',
  risk: 'Federal systems must use validated cryptographic modules. Devices without them may store keys insecurely.',
  decision:
    'Passes if Okta Verify requires FIPS-compliant devices. Fails if it accepts any device. If Okta Verify is not active, there is no finding. MANUAL in Classic Engine, whose API does not list authenticators, and if the settings do not include the value.',
  fix: {
    text: 'Allow enrollment in Okta Verify only on FIPS-compliant devices.',
    console: [
      'Choose Actions > Edit for Okta Verify, under Security > Authenticators.',
      'Set FIPS Compliance to FIPS-compliant devices only.',
      'Choose Save. Devices that are already enrolled stay enrolled.',
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
      return pass(`${verify.name} of ${name} accepts only FIPS-compliant devices.`)
    return verify.fips === 'OPTIONAL'
      ? fail(`${verify.name} of ${name} accepts any device.`)
      : manual(`The settings of ${verify.name} of ${name} do not include which devices it accepts.`)
  },
})
