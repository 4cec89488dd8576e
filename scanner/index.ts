/** The scanner: credentials in, findings out; no server needed. */
import type { Provider } from './kit/index.ts'
import { aws } from './providers/aws/index.ts'

export * from './engine/index.ts'
export {
  type AmbientTerms,
  type CheckFacts,
  type EventsAsked,
  type EventsTold,
  type HttpAnswer,
  HttpFailure,
  type Provider,
  type ProviderEvent,
  type ScanConfig,
  ScanProblem,
} from './kit/index.ts'
export {
  ambientCredentials,
  aws,
  parseXml,
  sign as signAwsRequest,
  type Signing as AwsSigning,
} from './providers/aws/index.ts'

/** The kinds of account that can be scanned, by their names. */
export const providers: Readonly<Record<string, Provider<unknown>>> = {
  aws: aws as Provider<unknown>,
}
