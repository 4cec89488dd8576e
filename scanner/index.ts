/** The scanner: credentials in, findings out; no server needed. */
export * from './engine/index.ts'
export { type CheckFacts, type Provider, type ScanConfig, ScanProblem } from './kit/index.ts'
export { ambientCredentials, aws } from './providers/aws/index.ts'
