import { type Members, textAt } from './ocsf-values.ts'

/** Whose finding it is: a kind of cloud as we name it, and the account's id there. */
export interface FindingAccount {
  readonly provider: string
  readonly uid: string
  readonly name: string | undefined
}

/** Names of clouds as scanners write them, in lower case without blanks, and ours. */
const kinds: Readonly<Record<string, string>> = {
  amazon: 'aws',
  amazonwebservices: 'aws',
  'amazon.com': 'aws',
  azuread: 'azure',
  microsoftazure: 'azure',
  google: 'gcp',
  googlecloud: 'gcp',
  googlecloudplatform: 'gcp',
  k8s: 'kubernetes',
  microsoft365: 'm365',
  office365: 'm365',
  oci: 'oraclecloud',
  oracle: 'oraclecloud',
  oraclecloudinfrastructure: 'oraclecloud',
  alibaba: 'alibabacloud',
  aliyun: 'alibabacloud',
  mongodb: 'mongodbatlas',
  gsuite: 'googleworkspace',
}

/** Of what we write: kinds whose accounts have no regions. */
export const withoutRegions: ReadonlySet<string> = new Set(['github', 'kubernetes', 'okta'])

function kindOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return Object.hasOwn(kinds, plain) ? (kinds[plain] as string) : plain
}

/**
 * By the cloud's own members; of scanners that look at what is no cloud, by what they add under
 * `unmapped`. Undefined when either half is missing.
 */
export function accountOf(record: Members): FindingAccount | undefined {
  const provider = textAt(record, 'cloud', 'provider') ?? textAt(record, 'unmapped', 'provider')
  const uid =
    textAt(record, 'cloud', 'account', 'uid') ??
    textAt(record, 'unmapped', 'provider_uid') ??
    textAt(record, 'resources', 'owner', 'account', 'uid') ??
    textAt(record, 'cloud', 'project_uid')
  if (provider === undefined || uid === undefined) return undefined
  const name = textAt(record, 'cloud', 'account', 'name')
  return { provider: kindOf(provider), uid, name }
}
