/**
 * The accounts that the demo connects: a cloud, a code host and a directory of one company, each played on this
 * machine. What only one of them needs is loaded when it is wanted.
 */
import { demoAccount, demoCredentials, startFixtureCloud } from '@plumbline/scanner/testing'
import type { Config } from '@plumbline/server'
import { UsageError } from './terminal.ts'

export interface PlayedAccount {
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly secret: object
  readonly url: string
  /** How the server is led to it. */
  readonly settings: Partial<Config>
  /** Paths of a scan under which reports of it are. */
  readonly reports: readonly string[]
  close(): Promise<void>
}

const kinds: Readonly<Record<string, () => Promise<PlayedAccount>>> = {
  async aws() {
    const account = demoAccount()
    const { url, close } = await startFixtureCloud({ accounts: [account] })
    return {
      kind: 'aws',
      name: 'AWS',
      uid: account.id,
      secret: demoCredentials,
      url,
      settings: { awsEndpointUrl: url },
      reports: [
        'report',
        'compliance/cis_2.0_aws',
        'compliance/cis_2.0_aws/ocsf',
        'cis',
        'threatscore',
        'ens',
        'nis2',
        'csa',
      ],
      close,
    }
  },
  async github() {
    const { startFixtureGitHub } = await import('@plumbline/scanner/testing/github')
    const world = await import('@plumbline/scanner/testing/demo/github')
    const { url, close } = await startFixtureGitHub(world.demoGitHub())
    return {
      kind: 'github',
      name: 'GitHub',
      uid: world.demoOrganization,
      secret: world.demoGitHubCredentials,
      url,
      settings: { githubApiUrl: url },
      reports: ['report', 'compliance/cis_1.0_github'],
      close,
    }
  },
  async okta() {
    const { startFixtureOkta } = await import('@plumbline/scanner/testing/okta')
    const world = await import('@plumbline/scanner/testing/demo/okta')
    const state = world.demoOkta()
    const { url, close } = await startFixtureOkta({ state })
    return {
      kind: 'okta',
      name: 'Okta',
      uid: state.domain,
      secret: world.demoOktaCredentials,
      url,
      settings: { oktaEndpointUrl: url },
      reports: ['report', 'compliance/okta_idaas_stig_v1r2_okta'],
      close,
    }
  },
}

/** What leads from the findings of one account to those of another, as words to search for. */
export const stories = [
  {
    search: 'larkspur-website',
    says: 'a public S3 bucket, deployed from an unprotected GitHub branch',
  },
  {
    search: 'cloud-admin',
    says: 'has MFA in AWS but not in Okta, and bypasses branch protection on GitHub',
  },
] as const

/** Kinds of accounts in the order in which they are shown. Throws a UsageError for one that the demo has not. */
export function kindsWanted(only: string | undefined): readonly string[] {
  const all = Object.keys(kinds)
  if (only === undefined) return all
  if (Object.hasOwn(kinds, only)) return [only]
  const known = new Intl.ListFormat('en', { type: 'disjunction' }).format(all)
  throw new UsageError(`--only must be ${known}, not "${only}".`)
}

export const play = (wanted: readonly string[]): Promise<PlayedAccount[]> =>
  Promise.all(wanted.flatMap((kind) => kinds[kind]?.() ?? []))
