import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organization_verified_badge',
  title: 'Organization has shown that its domain is its own',
  description:
    'Reads is_verified of the organization: whether its profile has the badge for a domain that it controls.',
  risk: 'Somebody imitates the organization with a similar name, and users and contributors cannot tell which one is real.',
  decision: 'Passes when GitHub shows the organization as verified, fails when it does not.',
  fix: {
    text: 'Verify a domain of the organization by a DNS record.',
    console: [
      'Open the organization and choose Settings, then Verified and approved domains.',
      'Choose Add a domain, and publish the TXT record that is shown.',
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
    isVerified
      ? pass(`${name} is verified by a domain of its own.`)
      : fail(`${name} has no verified domain.`),
})
