/** The kinds of account that a command scans without a server, and what is particular to each. */
import {
  aws,
  clusterRole,
  github,
  gitHubPermissionList,
  kubernetes,
  okta,
  oktaGrants,
  type OpenInput,
  type Provider,
} from '@plumbline/scanner'
import { ambientCredentials } from '@plumbline/scanner/aws'
import { note } from './findings-output.ts'
import { gitHubSecret } from './github-credentials.ts'
import { inClusterKubeconfig, kubeconfigIn } from './kubeconfig-file.ts'
import { printPolicy } from './permissions.ts'
import { oktaApp } from './okta-app.ts'
import { CommandFailed, say, UsageError } from './terminal.ts'

type Values = Readonly<Record<string, string>>

export interface Kind {
  readonly provider: Provider<unknown>
  /** Options of `scan` that only this kind has. */
  readonly options: Readonly<Record<string, 'value' | 'switch'>>
  /** The first progress line that the user sees. */
  readonly signingIn: string
  /** `account` */
  readonly noun: string
  /** How to sign in. Throws CommandFailed. */
  credentials(values: Values): Promise<Omit<OpenInput, 'http' | 'clock' | 'signal'>>
  /** Prints what allows these actions. */
  printPolicy(actions: readonly string[]): void
}

const awsKind: Kind = {
  provider: aws as Provider<unknown>,
  options: { account: 'value' },
  signingIn: 'Signing in to AWS with the credentials of this environment …',
  noun: 'account',
  async credentials(values) {
    const endpoint = process.env['AWS_ENDPOINT_URL']
    // As AWS's own tools do: keys of another partition than the standard one are known in its regions alone.
    const region = process.env['AWS_REGION'] || process.env['AWS_DEFAULT_REGION']
    return {
      uid: values['account'] ?? null,
      secret: await awsSecret(),
      config: {
        ...(endpoint && { endpoint_url: endpoint }),
        ...(region && { home_region: region }),
      },
    }
  },
  printPolicy,
}

async function awsSecret() {
  try {
    const { accessKeyId, secretAccessKey, sessionToken } = await ambientCredentials()
    return {
      aws_access_key_id: accessKeyId,
      aws_secret_access_key: secretAccessKey,
      ...(sessionToken ? { aws_session_token: sessionToken } : {}),
    }
  } catch (error) {
    if ((error as Error).name !== 'CredentialsProviderError') throw error
    throw new CommandFailed(
      'No AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
}

const kubernetesKind: Kind = {
  provider: kubernetes as Provider<unknown>,
  options: { kubeconfig: 'value', context: 'value', 'in-cluster': 'switch' },
  signingIn: 'Signing in to the cluster …',
  noun: 'cluster',
  async credentials({ kubeconfig: file, context, 'in-cluster': inCluster }) {
    if (inCluster !== undefined && file !== undefined)
      throw new UsageError('Use either --in-cluster or --kubeconfig, not both.')
    const kubeconfig_content =
      inCluster === undefined
        ? kubeconfigIn(process.env, file, context)
        : inClusterKubeconfig(process.env, context)
    // The file is the user's own: it names what this machine reaches.
    return { uid: context ?? null, secret: { kubeconfig_content }, mayBePrivate: () => true }
  },
  printPolicy(actions) {
    say(clusterRole(actions).trimEnd())
    note('Bind each role to the service account, user or group of the scanner.')
  },
}

const githubKind: Kind = {
  provider: github as Provider<unknown>,
  options: { account: 'value', 'app-id': 'value', 'app-key': 'value' },
  signingIn: 'Signing in to GitHub …',
  noun: 'account',
  async credentials({ account, 'app-id': appId, 'app-key': keyFile }) {
    const endpoint = process.env['GITHUB_API_URL']
    return {
      uid: account ?? null,
      secret: gitHubSecret(process.env, appId, keyFile),
      config: endpoint ? { endpoint_url: endpoint } : {},
    }
  },
  printPolicy(actions) {
    say(gitHubPermissionList(actions).trimEnd())
    note(
      'Permissions of fine-grained tokens and apps, and the scopes of classic tokens that include them. All are read-only.',
    )
  },
}

const oktaKind: Kind = {
  provider: okta as Provider<unknown>,
  options: { domain: 'value', 'client-id': 'value', 'private-key-file': 'value' },
  signingIn: 'Signing in to the organization …',
  noun: 'organization',
  async credentials({ domain, 'client-id': clientId, 'private-key-file': file }) {
    const endpoint = process.env['OKTA_ENDPOINT_URL']
    return {
      uid: domain ?? process.env['OKTA_DOMAIN'] ?? null,
      secret: oktaApp(process.env, clientId, file),
      config: endpoint ? { endpoint_url: endpoint } : {},
    }
  },
  printPolicy(actions) {
    say(oktaGrants(actions))
    note('Grant the scopes to a separate service app, and assign the admin role to it.')
  },
}

export const kinds: Readonly<Record<string, Kind>> = {
  aws: awsKind,
  github: githubKind,
  kubernetes: kubernetesKind,
  okta: oktaKind,
}

/** Undefined for an unknown kind. */
export const kindOf = (name: string | undefined): Kind | undefined =>
  name !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined
