import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_members_mfa_required',
  title: 'Organization requires two-factor authentication for members',
  description:
    'Reads two_factor_requirement_enabled of the organization, which GitHub shows only to owners.',
  risk: 'A stolen or reused password is enough to act as a member of the organization.',
  decision:
    'Passes if the organization requires two-factor authentication. Fails if it does not. If GitHub does not show the setting, the check gives no verdict. Factors that a single sign-on provider requires are not visible.',
  fix: {
    text: 'Require two-factor authentication for all members of the organization.',
    console: [
      'Open the organization and choose Settings, then Authentication security.',
      'Select Require two-factor authentication for everyone, and confirm the list of users who lose access until they enable it.',
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
      ? pass(`${name} requires two-factor authentication for its members.`)
      : fail(`${name} does not require two-factor authentication for its members.`),
})
