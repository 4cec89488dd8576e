import { CallProblem, type OpenOptions, ScanProblem, type Session } from '../../kit/index.ts'
import { awsClient, type CallContext, nothingLearned } from './calls.ts'
import type { Aws } from './client.ts'
import { checkAmbient, identified } from './ambient.ts'
import {
  accountOfRole,
  assumeRole,
  type CredentialSource,
  identityOf,
  parseSecret,
  signInProblem,
} from './credentials.ts'
import { isRegion, type Partition, partitionOfArn, partitionOfRegion } from './endpoints.ts'

interface Regions {
  regionInfo?: { regionName?: string; optInStatus?: string }[]
}

/** The regions the account has enabled, or none and the reason. */
async function discover(
  aws: Aws,
): Promise<{ regions: readonly string[]; gap: CallProblem | null }> {
  try {
    const { regionInfo } = await aws.call<Regions>('ec2:DescribeRegions')
    const regions = (regionInfo ?? [])
      .filter(({ optInStatus }) => optInStatus !== 'not-opted-in')
      .flatMap(({ regionName }) => (isRegion(regionName) ? regionName : []))
    if (regions.length === 0) throw aws.broken('ec2:DescribeRegions', 'regions')
    return { regions: regions.sort(), gap: null }
  } catch (thrown) {
    if (thrown instanceof CallProblem) return { regions: [], gap: thrown }
    throw thrown
  }
}

/** Where to sign in: the configured region, else the role's partition, else the standard one. */
function homeOf(config: OpenOptions['config'], roleArn: string | null): Partition {
  const region = config.aws_region
  if (region === undefined || region === null) return partitionOfArn(roleArn ?? '')
  if (isRegion(region)) return partitionOfRegion(region)
  throw new ScanProblem(
    'invalid_configuration',
    'The configuration key aws_region must be the name of a region.',
  )
}

function checkAccount(account: string, uid: string | null): void {
  if (uid === null || account === uid) return
  throw new ScanProblem(
    'account_mismatch',
    `The credentials belong to the account ${account}, not to ${uid}.`,
  )
}

/**
 * Signs in to an AWS account: keys or an assumed role, whose account must be `uid` (null: any); then its
 * enabled regions. A refused region list is a gap of the session, not its end: the home region remains.
 */
export async function openSession(
  { uid, secret: given, ambient: terms, config, http, clock, signal }: OpenOptions,
  ambient: CredentialSource,
): Promise<Session<Aws>> {
  const secret = parseSecret(given)
  const { name: partition, home } = homeOf(config, secret.type === 'role' ? secret.roleArn : null)
  const learned = nothingLearned()
  const contextWith = (credentials: CredentialSource): CallContext => ({
    http,
    clock,
    credentials,
    endpoint:
      typeof config.endpoint_url === 'string' && config.endpoint_url ? config.endpoint_url : null,
    account: uid ?? '', // known once somebody has answered
    partition,
    region: home,
    signal,
    learned,
  })

  if (secret.type === 'role') checkAccount(accountOfRole(secret.roleArn), uid)
  const own = secret.credentials
  const base: CredentialSource = own ? () => Promise.resolve(own) : identified(ambient)
  const role =
    secret.type === 'role' && !own
      ? await checkAmbient(secret, terms, awsClient(contextWith(base)))
      : secret
  const credentials =
    role.type === 'role' ? assumeRole(role, awsClient(contextWith(base)), clock) : base
  await credentials().catch((thrown: unknown) => {
    throw signInProblem(thrown, 'role')
  })

  const account = await identityOf(awsClient(contextWith(credentials)))
  checkAccount(account, uid)
  const context = { ...contextWith(credentials), account }
  const { regions, gap } = await discover(awsClient(context))
  return {
    account,
    partition,
    home,
    regions: gap ? [home] : regions,
    gaps: gap
      ? [{ outcome: gap.outcome, action: gap.action ?? 'ec2:DescribeRegions', sample: home }]
      : [],
    client: (region, signal) => awsClient({ ...context, region, signal }),
  }
}
