/** Powers that the checks search for in rules. */
import type { Rule } from './resources.ts'
import {
  isAllowedOnAll,
  isAny,
  mayCreate,
  type Names,
  namesFor,
  objectsFor,
  oncePerRole,
  type Target,
} from './rules.ts'

const of = (group: string, ...resources: readonly string[]): readonly Target[] =>
  resources.map((resource) => ({ group, resource }))

const only = (group: string, resource: string): Target => ({ group, resource })

/** Pods, and resources that create pods. */
export const workloads: readonly Target[] = [
  ...of('', 'pods', 'replicationcontrollers'),
  ...of('apps', 'deployments', 'daemonsets', 'replicasets', 'statefulsets'),
  ...of('batch', 'jobs', 'cronjobs'),
]

/** The workloads that can be created. */
export const createdWorkloads = oncePerRole<readonly string[]>((rules) =>
  workloads.filter((target) => mayCreate(rules, target)).map(({ resource }) => resource),
)

const secrets = only('', 'secrets')

/** The readable Secrets: all of a namespace or the cluster, or by name. */
export const readSecrets = oncePerRole<Names>((rules) => {
  if (['list', 'watch'].some((verb) => isAllowedOnAll(rules, verb, secrets))) return 'every'
  const names = ['get', 'list', 'watch'].map((verb) => objectsFor(rules, verb, secrets))
  return names.includes('every') ? 'every' : new Set(names.flatMap((some) => [...some]))
})

const nodeProxy = only('', 'nodes/proxy')

/** The verbs that are allowed on `nodes/proxy`, which are the HTTP methods that can be sent to a kubelet. */
export const proxiedVerbs = oncePerRole<readonly string[]>((rules) =>
  ['get', 'create', 'update', 'patch', 'delete'].filter((verb) =>
    isAny(objectsFor(rules, verb, nodeProxy)),
  ),
)

export const createsVolumes = oncePerRole((rules) =>
  mayCreate(rules, only('', 'persistentvolumes')),
)

/** The ServiceAccounts for which tokens can be created. */
export const tokensFor = oncePerRole<Names>((rules) =>
  objectsFor(rules, 'create', only('', 'serviceaccounts/token')),
)

const webhooks = of(
  'admissionregistration.k8s.io',
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
)

/** Changeable configurations of admission webhooks, with the verbs. */
export const changedWebhooks = oncePerRole<
  readonly { readonly resource: string; readonly verbs: readonly string[] }[]
>((rules) =>
  webhooks
    .map((target) => ({
      resource: target.resource,
      verbs: [
        ...(mayCreate(rules, target) ? ['create'] : []),
        ...['update', 'patch', 'delete'].filter((verb) => isAny(objectsFor(rules, verb, target))),
        ...(isAllowedOnAll(rules, 'deletecollection', target) ? ['deletecollection'] : []),
      ],
    }))
    .filter(({ verbs }) => verbs.length > 0),
)

const approvals = only('certificates.k8s.io', 'certificatesigningrequests/approval')

export const changesApprovals = oncePerRole((rules) =>
  ['update', 'patch'].some((verb) => isAny(objectsFor(rules, verb, approvals))),
)

/**
 * The signers for which requests may be approved. A signer's name begins with its domain; `<domain>/*` matches all
 * signers of a domain.
 */
export const approvedSigners = (rules: readonly Rule[]): Names =>
  objectsFor(rules, 'approve', only('certificates.k8s.io', 'signers'))

/** Every verb on every resource of every group. */
export const isEverything = oncePerRole((rules) => namesFor(rules, '*', only('*', '*')) === 'every')

/**
 * The lists of rules with a wildcard that has an effect: in the cluster, or in a namespace, where URLs match nothing.
 */
export function wildcards(
  rules: readonly Rule[],
  { ofCluster }: { readonly ofCluster: boolean },
): readonly string[] {
  const ofResources = rules.filter(
    ({ verbs, groups, resources }) => verbs.length > 0 && groups.length > 0 && resources.length > 0,
  )
  const ofUrls = ofCluster
    ? rules.filter(({ verbs, urls }) => verbs.length > 0 && urls.length > 0)
    : []
  const found: Readonly<Record<string, boolean>> = {
    verbs: [...ofResources, ...ofUrls].some(({ verbs }) => verbs.includes('*')),
    'API groups': ofResources.some(({ groups }) => groups.includes('*')),
    resources: ofResources.some(({ resources }) => resources.some(isWildcard)),
    'non-resource URLs': ofUrls.some(({ urls }) => urls.some((url) => /^\/?\*+$/.test(url))),
  }
  return Object.keys(found).filter((name) => found[name])
}

/** All resources, or a subresource of all; no resource has the name `*\/*`, so that matches none. */
const isWildcard = (resource: string): boolean =>
  resource === '*' || (resource.startsWith('*/') && resource !== '*/*')
