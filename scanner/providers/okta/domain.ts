import { ScanProblem } from '../../kit/index.ts'

/** Suffixes of the domains of organizations. A custom domain of an organization leads to one of these. */
export const suffixes = [
  '.okta.com',
  '.oktapreview.com',
  '.okta-emea.com',
  '.okta-gov.com',
  '.okta.mil',
  '.okta-miltest.com',
  '.trex-govcloud.com',
] as const

const label = /^[a-z0-9][a-z0-9-]{0,62}$/

/**
 * Returns the organization's domain as stored: `acme.okta.com`. Throws ScanProblem, so that nothing is sent to another
 * host.
 */
export function domainOf(uid: string | null): string {
  const domain = (uid ?? '').trim().toLowerCase()
  const suffix = suffixes.find((one) => domain.endsWith(one))
  if (suffix && label.test(domain.slice(0, -suffix.length))) return domain
  const known = new Intl.ListFormat('en', { type: 'disjunction' }).format(suffixes)
  throw new ScanProblem(
    'invalid_account',
    `The Okta organization must be a domain such as acme.okta.com. It must end with ${known}.`,
  )
}
