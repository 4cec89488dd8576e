import { type OpenOptions, ScanProblem, setting } from '../../kit/index.ts'
import { checkAmbient, identified } from './ambient.ts'
import { awsClient, type CallContext, nothingLearned } from './calls.ts'
import type { Aws } from './client.ts'
import {
  accountOfRole,
  assumeRole,
  type CredentialSource,
  identityOf,
  parseSecret,
  signInProblem,
} from './credentials.ts'
import { isRegion, type Partition, partitionOfArn, partitionOfRegion } from './endpoints.ts'

/**
 * The region for sign-in: the configured region, else the home region of the role's partition or of the standard
 * partition. A role exists only in its own partition, so a configured region of another partition is ignored.
 */
function startOf(
  config: OpenOptions['config'],
  roleArn: string | null,
): { readonly partition: Partition; readonly start: string } {
  const region = setting(config, 'home_region', '')
  if (region !== '' && !isRegion(region))
    throw new ScanProblem(
      'invalid_configuration',
      'The home region (home_region in the scan configuration, or AWS_REGION for a command) must be a region such as eu-west-1.',
    )
  const partition = partitionOfArn(roleArn ?? 'arn:aws')
  if (!partition)
    throw new ScanProblem('invalid_secret', 'secret/role_arn has an unknown partition.')
  const configured = region === '' ? partition : partitionOfRegion(region)
  const isOther = roleArn !== null && configured.name !== partition.name
  return region === '' || isOther
    ? { partition, start: partition.home }
    : { partition: configured, start: region }
}

function checkAccount(account: string, uid: string | null): void {
  if (uid === null || account === uid) return
  throw new ScanProblem(
    'account_mismatch',
    `The credentials belong to the account ${account}, not to ${uid}.`,
  )
}

/** The credentials of a secret before their account is known. */
interface Entered {
  readonly partition: Partition
  /** The region of the sign-in. */
  readonly start: string
  /** Requested before each signature, because credentials of a role expire. */
  readonly credentials: CredentialSource
  readonly context: CallContext
}

/** Credentials with their account. */
export interface SignedIn {
  readonly account: string
  readonly partition: Partition
  readonly start: string
  readonly credentials: CredentialSource
  client(region: string, signal: AbortSignal): Aws
}

/**
 * Returns the keys, or credentials of a role, which is assumed immediately. Keys are not verified: no call is made for
 * them. Throws ScanProblem.
 */
export async function enter(
  { uid, secret: given, ambient: terms, config, http, clock, signal }: OpenOptions,
  ambient: CredentialSource,
): Promise<Entered> {
  const secret = parseSecret(given)
  const { partition, start } = startOf(config, secret.type === 'role' ? secret.roleArn : null)
  const learned = nothingLearned()
  const contextWith = (credentials: CredentialSource): CallContext => ({
    http,
    clock,
    credentials,
    endpoint:
      typeof config.endpoint_url === 'string' && config.endpoint_url ? config.endpoint_url : null,
    account: uid ?? '', // known after the first response
    partition: partition.name,
    region: start,
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
  return { partition, start, credentials, context: contextWith(credentials) }
}

/**
 * Signs in to an AWS account: keys or an assumed role, whose account must be `uid` (null for any). Throws ScanProblem.
 */
export async function signIn(options: OpenOptions, ambient: CredentialSource): Promise<SignedIn> {
  const { partition, start, credentials, context } = await enter(options, ambient)
  const account = await identityOf(awsClient(context))
  checkAccount(account, options.uid)
  const client = (region: string, signal: AbortSignal) =>
    awsClient({ ...context, account, region, signal })
  return { account, partition, start, credentials, client }
}
