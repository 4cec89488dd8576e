/** The scanner: credentials in, findings out; no server needed. */
import { type CheckDescription, describeChecks } from './engine/index.ts'
import type { Provider } from './kit/index.ts'
import { aws } from './providers/aws/index.ts'
import { github } from './providers/github/index.ts'
import { kubernetes } from './providers/kubernetes/index.ts'
import { okta } from './providers/okta/index.ts'

export * from './engine/index.ts'
export {
  type AmbientTerms,
  type CheckFacts,
  type EventsAsked,
  type FoundEvents,
  type Http,
  type HttpAnswer,
  HttpFailure,
  type Provider,
  type ProviderEvent,
  type ScanConfig,
  ScanProblem,
} from './kit/index.ts'
export {
  aws,
  managedPolicies,
  permissionPolicy,
  policyLimits,
  policySize,
} from './providers/aws/index.ts'

export { github, permissionList as gitHubPermissionList } from './providers/github/index.ts'
export { clusterRole, kubernetes } from './providers/kubernetes/index.ts'
export { grants as oktaGrants, okta } from './providers/okta/index.ts'

/** Provider types that a server scans, by name. */
export const providers: Readonly<Record<string, Provider<unknown>>> = {
  aws: aws as Provider<unknown>,
  github: github as Provider<unknown>,
  kubernetes: kubernetes as Provider<unknown>,
  okta: okta as Provider<unknown>,
}

/** Returns all checks of all provider types that a server scans. Loads all services. */
export const describeAllChecks = async (): Promise<readonly CheckDescription[]> =>
  (await Promise.all(Object.values(providers).map(describeChecks))).flat()
