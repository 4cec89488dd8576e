import { setTimeout as sleep } from 'node:timers/promises'
import {
  ambientCredentials,
  type CredentialSource,
  enabledRegions,
  enter,
  signIn,
} from '@plumbline/scanner/aws'
import { systemClock } from '@plumbline/scanner/engine'
import { type AmbientTerms, type Http, HttpFailure } from '@plumbline/scanner/kit'
import { type Egress, NotReached } from '../egress/index.ts'

export type { CredentialSource }

/** The identity for AWS calls, from the secret of an AWS provider. */
export interface AwsAccess {
  /** Keys, or a role with its external id: `aws_access_key_id`, `role_arn`, `external_id` … */
  readonly secret: Readonly<Record<string, unknown>>
  /** The account that the credentials have to be of; null: any. */
  readonly account: string | null
  /** On which terms a role without keys is assumed as this server; null: it is not. */
  readonly ambient: AmbientTerms | null
  /** The operator's own endpoint for all of AWS; null: AWS's. */
  readonly endpoint: string | null
}

/** An account that was signed in to. */
export interface AwsAccount {
  readonly account: string
  /** `aws`, `aws-cn` … */
  readonly partition: string
  /** Read before each signature: those of a role expire. */
  readonly credentials: CredentialSource
  /** The regions that the account has enabled; only the home region if that cannot be read. */
  regions(): Promise<readonly string[]>
}

const further = 2

/** The way out as the scanner's calls want it. Its hosts are ours, or the operator's: a region's name is checked. */
function httpBy(egress: Egress): Http {
  return {
    async call({ build, judge, signal }) {
      for (let attempt = 1; ; attempt += 1) {
        const { method, url, headers, body } = await build(attempt)
        const outgoing = { method: method as 'GET' | 'POST', url: url.href, headers, body, signal }
        const answer = await egress(outgoing).catch((error: unknown) => {
          if (error instanceof NotReached) return new HttpFailure(codes[error.code], error.message)
          throw error
        })
        const isLast = attempt > further
        if (answer instanceof HttpFailure) {
          if (isLast || answer.code === 'host_refused') throw answer
        } else if (judge(answer) === 'done' || isLast) return answer
        await sleep(200 * 2 ** attempt * Math.random(), undefined, { signal })
      }
    },
    statistics: () => [],
    close() {},
  }
}

const codes = {
  refused: 'host_refused',
  unknown_host: 'host_not_found',
  timeout: 'read_timeout',
  too_large: 'answer_too_large',
  failed: 'connection_failed',
} as const

const optionsOf = (
  { secret, account, ambient, endpoint }: AwsAccess,
  egress: Egress,
  signal: AbortSignal,
) => ({
  uid: account,
  secret,
  ambient,
  config: endpoint === null ? {} : { endpoint_url: endpoint },
  http: httpBy(egress),
  clock: systemClock,
  signal,
})

/**
 * The credentials alone. Keys are not tried, so they also work for a store that is only S3-compatible; a role is
 * assumed. Throws ScanProblem, whose sentence may be shown.
 */
export async function awsCredentials(
  access: AwsAccess,
  egress: Egress,
  signal: AbortSignal,
): Promise<CredentialSource> {
  const entered = await enter(optionsOf(access, egress, signal), ambientCredentials)
  return entered.credentials
}

/** Signs in. Throws ScanProblem, whose sentence may be shown. */
export async function awsAccount(
  access: AwsAccess,
  egress: Egress,
  signal: AbortSignal,
): Promise<AwsAccount> {
  const signedIn = await signIn(optionsOf(access, egress, signal), ambientCredentials)
  const { account, partition, credentials } = signedIn
  const regions = async () => (await enabledRegions(signedIn, signal)).regions
  return { account, partition: partition.name, credentials, regions }
}
