import { CallProblem, type OpenOptions, type Session } from '../../kit/index.ts'
import type { Aws } from './client.ts'
import type { CredentialSource } from './credentials.ts'
import { isRegion } from './endpoints.ts'
import { type SignedIn, signIn } from './sign-in.ts'

interface Regions {
  regionInfo?: { regionName?: string; optInStatus?: string }[]
}

/**
 * The enabled regions of the account; if they cannot be read, its home region and the sign-in region, with the reason.
 */
export async function enabledRegions(
  { partition: { home }, start, client }: SignedIn,
  signal: AbortSignal,
): Promise<{ regions: readonly string[]; gap: CallProblem | null }> {
  const here = client(start, signal)
  try {
    const { regionInfo } = await here.call<Regions>('ec2:DescribeRegions')
    const regions = (regionInfo ?? [])
      .filter(({ optInStatus }) => optInStatus !== 'not-opted-in')
      .flatMap(({ regionName }) => (isRegion(regionName) ? regionName : []))
    if (regions.length === 0) throw here.broken('ec2:DescribeRegions', 'regions')
    return { regions: regions.sort(), gap: null }
  } catch (thrown) {
    if (!(thrown instanceof CallProblem)) throw thrown
    return { regions: [...new Set([home, start])], gap: thrown }
  }
}

/**
 * Signs in to an AWS account, then learns its enabled regions. A denied region list is a gap of the session and does
 * not end it.
 */
export async function openSession(
  options: OpenOptions,
  ambient: CredentialSource,
): Promise<Session<Aws>> {
  const signedIn = await signIn(options, ambient)
  const { account, partition, start, client } = signedIn
  const { regions, gap } = await enabledRegions(signedIn, options.signal)
  return {
    account,
    partition: partition.name,
    home: partition.home,
    regions,
    gaps: gap
      ? [{ outcome: gap.outcome, action: gap.action ?? 'ec2:DescribeRegions', sample: start }]
      : [],
    client,
  }
}
