import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_verified_badge',
  title: 'Organization has a verified domain',
  description:
    'Reads is_verified of the organization, which GitHub sets when the organization proves that it controls a domain.',
  risk: 'An attacker can imitate the organization with a similar name. Users and contributors cannot tell which one is real.',
  decision: 'Passes if GitHub shows the organization as verified. Fails if it does not.',
  fix: {
    text: 'Verify a domain of the organization with a DNS record.',
    console: [
      'Open the organization and choose Settings, then Verified and approved domains.',
      'Choose Add a domain, and publish the TXT record that GitHub shows.',
      'Choose Verify.',
    ],
    cli: null,
    terraform: null,
  },
  source:
    'https://docs.github.com/en/organizations/managing-organization-settings/verifying-or-approving-a-domain-for-your-organization',
  over: 'organizations',
  needs: ['is_verified'],
  judge: ({ name, is_verified: isVerified }) =>
    isVerified ? pass(`${name} has a verified domain.`) : fail(`${name} has no verified domain.`),
})
