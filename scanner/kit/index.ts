/** All exports for authors of checks and providers, except `verify.ts`, which is for tests. */
export {
  type Check,
  checkFor,
  type Circumstances,
  type Fix,
  type Judgement,
  type Setting,
  type Settings,
} from './check.ts'
export type { Clock } from './clock.ts'
export {
  type Collected,
  type Description,
  each,
  once,
  type Reading,
  read,
  type Stream,
  settle,
} from './collect.ts'
export type { EventsAsked, FoundEvents, ProviderEvent } from './events.ts'
export {
  type CallStatistics,
  type Http,
  type HttpAnswer,
  type HttpCall,
  HttpFailure,
  type HttpFailureCode,
  type HttpRequest,
  type HttpTls,
} from './http.ts'
export {
  complete,
  converted,
  identityOf,
  type Incomplete,
  incomplete,
  isIncomplete,
} from './incomplete.ts'
export { type Index, indexOf, type Join, joinedPart, keyed } from './join.ts'
export {
  catalogOf,
  type CheckFacts,
  type Location,
  type AmbientTerms,
  type OpenOptions,
  type Provider,
  provider,
  type ScanConfig,
  ScanProblem,
  type Session,
  type SessionGap,
  setting,
  settingProblem,
  type SettingRule,
} from './provider.ts'
export { certificatesIn, decodedText, unescaped } from './pem.ts'
export { pkcs12Fault } from './pkcs12.ts'
export { BadPrivateKey, type PrivateKey, readPrivateKey } from './private-key.ts'
export { proxyRule, proxyUrl } from './proxy-url.ts'
export type { Judged, Resource, UnreadField } from './record.ts'
export { type Collecting, type Service, service } from './service.ts'
export {
  CallProblem,
  type GapOutcome,
  isUnread,
  type Maybe,
  serviceAbsent,
  type Unread,
  unread,
  unreadFrom,
  Withheld,
  withhold,
} from './unread.ts'
export { fail, manual, pass, type Severity, type Status, type Verdict } from './verdict.ts'
