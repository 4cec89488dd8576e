import type { Account } from '../aws/account.ts'
import { demoAccount } from './account.ts'

const regions = ['us-east-1', 'eu-west-1']
const buckets = ['access-logs', 'website', 'partner-feed', 'hr-vault'].map(
  (name) => `larkspur-${name}`,
)
const users = ['cloud-admin', 'contractor', 'plumbline', 'web-developer']
const roles = ['plumbline-audit', 'web-server', 'partner-read']

/**
 * The demo account reduced to a third, in two regions, with the same key. It has every service and every status, and a
 * denied read: for tests that need few findings.
 */
export const smallAccount = (now = new Date()): Account => {
  const whole = demoAccount(now)
  const here = ({ region }: { readonly region: string }): boolean => regions.includes(region)
  const ireland = whole.ec2['eu-west-1']
  return {
    ...whole,
    regions: whole.regions.filter(
      ({ name, optIn }) => regions.includes(name) || optIn === 'not-opted-in',
    ),
    iam: {
      ...whole.iam,
      users: whole.iam.users.filter(({ name }) => users.includes(name)),
      roles: whole.iam.roles.filter(({ name }) => roles.includes(name)),
    },
    s3: {
      ...whole.s3,
      buckets: whole.s3.buckets
        .filter(({ name }) => buckets.includes(name))
        .map((bucket) => (here(bucket) ? bucket : { ...bucket, region: 'eu-west-1' })),
    },
    ec2: ireland ? { 'eu-west-1': ireland } : {},
    kms: whole.kms.filter(here),
    trails: whole.trails.filter(({ homeRegion }) => regions.includes(homeRegion)),
  }
}
