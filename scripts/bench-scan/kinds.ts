/** The kinds of account that the bench scans, each with a synthetic account of any size. A new kind is a row. */
import { aws, github, kubernetes, okta, type Provider } from '../../scanner/index.ts'
import {
  firstKeyOf,
  startFixtureCloud,
  syntheticAccount,
  syntheticCluster,
} from '../../scanner/testing/index.ts'
import { emptyGitHub, startFixtureGitHub } from '../../scanner/testing/github/index.ts'
import { octoOrg } from '../../scanner/testing/github/octo-org.ts'
import { startFixtureCluster } from '../../scanner/testing/kubernetes/index.ts'
import { acmeOrg, credentials, startFixtureOkta } from '../../scanner/testing/okta/index.ts'

/** How to sign in to an account that is played, as it crosses a process. */
export interface Played {
  readonly uid: string
  readonly secret: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
}

export interface BenchKind {
  readonly provider: Provider<unknown>
  /** What its size counts. */
  readonly counted: string
  /** Plays an account of this size until the process ends. */
  play(size: number): Promise<Played>
}

/** The models one after the other, until there are so many; each as a distinct resource. */
const repeated = <T>(models: readonly T[], count: number, own: (model: T, at: number) => T): T[] =>
  Array.from({ length: Math.ceil(count / models.length) }, () => models)
    .flat()
    .slice(0, count)
    .map(own)

export const kinds: Readonly<Record<string, BenchKind>> = {
  aws: {
    provider: aws as Provider<unknown>,
    counted: 'resources',
    async play(resources) {
      const account = syntheticAccount({ seed: 11, resources })
      const { url } = await startFixtureCloud({ accounts: [account] })
      const { accessKeyId, secretAccessKey } = firstKeyOf(account.id)
      return {
        uid: account.id,
        secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
        config: { endpoint_url: url },
      }
    },
  },
  kubernetes: {
    provider: kubernetes as Provider<unknown>,
    counted: 'workloads',
    async play(workloads) {
      const state = syntheticCluster({ seed: 11, workloads })
      const cluster = await startFixtureCluster({ state })
      return {
        uid: 'prod',
        secret: { kubeconfig_content: cluster.kubeconfig({ context: 'prod' }) },
        config: {},
      }
    },
  },
  github: {
    provider: github as Provider<unknown>,
    counted: 'repositories',
    async play(repositories) {
      const state = emptyGitHub()
      state.repositories = repeated(octoOrg(new Date()), repositories, (model, at) => ({
        ...model,
        id: 1_000 + at,
        name: `repository-${at}`,
      }))
      const { url } = await startFixtureGitHub(state)
      return {
        uid: 'octo-org',
        secret: { personal_access_token: 'ghp_classic' },
        config: { endpoint_url: url },
      }
    },
  },
  okta: {
    provider: okta as Provider<unknown>,
    counted: 'applications and API tokens',
    async play(size) {
      const state = acmeOrg()
      for (const list of ['/api/v1/apps', '/api/v1/api-tokens']) {
        const models = (state.lists[list] ??= [])
        const more = repeated(models, size / 2, (model, at) => ({ ...model, id: `00x${at}` }))
        models.push(...more)
      }
      const { url } = await startFixtureOkta({ state })
      return { uid: state.domain, secret: credentials, config: { endpoint_url: url } }
    },
  },
}

/** Throws for an unknown kind. */
export function kindOf(name: string | undefined): BenchKind {
  const found = name !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!found) throw new RangeError(`--kind is one of ${Object.keys(kinds).join(', ')}.`)
  return found
}
