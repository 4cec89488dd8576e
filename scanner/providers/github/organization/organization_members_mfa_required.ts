import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_members_mfa_required',
  title: 'Members need a second factor',
  description:
    'Reads two_factor_requirement_enabled of the organization, which GitHub shows to owners only.',
  risk: 'A password that was stolen or used twice is all that somebody needs to act as a member.',
  decision:
    'Passes when the organization asks for two-factor authentication, fails when it does not. Where GitHub does not say, there is no verdict. Single sign-on with a factor of its own is not seen.',
  fix: {
    text: 'Ask everybody in the organization for two-factor authentication.',
    console: [
      'Open the organization and choose Settings, then Authentication security.',
      'Select Require two-factor authentication for everyone, and confirm who loses access until they have one.',
    ],
    cli: null,
    terraform: null,
  },
  source:
    'https://docs.github.com/en/organizations/keeping-your-organization-secure/managing-two-factor-authentication-for-your-organization/requiring-two-factor-authentication-in-your-organization',
  over: 'organizations',
  needs: ['requires_two_factor'],
  judge: ({ name, requires_two_factor: isRequired }) =>
    isRequired
      ? pass(`${name} asks its members for a second factor.`)
      : fail(`${name} asks its members for no second factor.`),
})
