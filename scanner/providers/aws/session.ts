import { CallProblem, type OpenOptions, ScanProblem, type Session } from '../../kit/index.ts'
import { awsClient, type CallContext, nothingLearned } from './calls.ts'
import type { Aws } from './client.ts'
import { assumeRole, type CredentialSource, parseSecret, signInProblem } from './credentials.ts'
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

async function identityOf(aws: Aws): Promise<string> {
  try {
    const { Account } = await aws.call<{ Account?: string }>('sts:GetCallerIdentity')
    if (!Account) throw aws.broken('sts:GetCallerIdentity', 'an account')
    return Account
  } catch (thrown) {
    throw signInProblem(thrown, 'identity')
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

/** The process's own identity, or a sentence about its absence instead of the chain's long story. */
const identified =
  (ambient: CredentialSource): CredentialSource =>
  () =>
    ambient().catch(() => {
      throw new ScanProblem(
        'no_identity',
        'The secret names no keys, and this server has no AWS identity of its own to assume the role with.',
      )
    })

/**
 * Signs in to an AWS account: keys or an assumed role, whose account must be `uid` (null: any); then its
 * enabled regions. A refused region list is a gap of the session, not its end: the home region remains.
 */
export async function openSession(
  { uid, secret: given, config, http, clock, signal }: OpenOptions,
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

  const own = secret.credentials
  const base: CredentialSource = own ? () => Promise.resolve(own) : identified(ambient)
  const credentials =
    secret.type === 'role' ? assumeRole(secret, awsClient(contextWith(base)), clock) : base
  await credentials().catch((thrown: unknown) => {
    throw signInProblem(thrown, 'role')
  })

  const account = await identityOf(awsClient(contextWith(credentials)))
  if (uid !== null && account !== uid) {
    throw new ScanProblem(
      'account_mismatch',
      `The credentials belong to the account ${account}, not to ${uid}.`,
    )
  }
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
