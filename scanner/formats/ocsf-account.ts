import { type Members, textAt, writtenResources } from './ocsf-values.ts'

/** The account of a finding: a provider type, and the account's id there. */
export interface FindingAccount {
  readonly provider: string
  readonly uid: string
  readonly name: string | undefined
}

/** Names of clouds in files of scanners, in lower case without blanks, and the provider types. */
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

/** Provider types whose accounts have no regions in files of this product. */
export const withoutRegions: ReadonlySet<string> = new Set(['github', 'kubernetes', 'okta'])

function kindOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return Object.hasOwn(kinds, plain) ? (kinds[plain] as string) : plain
}

/** The account of a resource of the record; undefined if it is unknown. */
export type AccountOf = (resource: unknown) => FindingAccount | undefined

/**
 * Detects accounts by the members of `cloud` or, for scanners of other systems, by members under `unmapped`. If the
 * record names no account, each resource has the account of its owner. Undefined if the record names no provider type
 * or no account at all.
 */
export function accountsOf(record: Members): AccountOf | undefined {
  const written = textAt(record, 'cloud', 'provider') ?? textAt(record, 'unmapped', 'provider')
  if (written === undefined) return undefined
  const provider = kindOf(written)
  const name = textAt(record, 'cloud', 'account', 'name')
  const stated =
    textAt(record, 'cloud', 'account', 'uid') ?? textAt(record, 'unmapped', 'provider_uid')
  if (stated !== undefined) {
    const account = { provider, uid: stated, name }
    return () => account
  }
  const owners = new Map<string, FindingAccount>()
  for (const resource of writtenResources(record)) {
    const owner = ownerOf(resource)
    if (owner) owners.set(owner.uid, { provider, ...owner, name: owner.name ?? name })
  }
  const project = textAt(record, 'cloud', 'project_uid')
  if (owners.size === 0 && project === undefined) return undefined
  const [only] = owners.size === 1 ? owners.values() : []
  const shared = only ?? (project === undefined ? undefined : { provider, uid: project, name })
  return (resource) => owners.get(ownerOf(resource)?.uid ?? '') ?? shared
}

function ownerOf(resource: unknown): Pick<FindingAccount, 'uid' | 'name'> | undefined {
  const uid = textAt(resource, 'owner', 'account', 'uid')
  return uid === undefined ? undefined : { uid, name: textAt(resource, 'owner', 'account', 'name') }
}
