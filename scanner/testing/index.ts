export { isWhole, seeded, testSeed } from './chance.ts'
export {
  type FixtureCloud,
  type FixtureCloudOptions,
  type RecordedCall,
  startFixtureCloud,
} from './cloud.ts'
export type { Deed, Match, Rule } from './scripts.ts'
export { hostileText } from './spoil.ts'
export type * from './aws/account.ts'
export type * from './aws/policy-document.ts'
export type { Tags } from './aws/tags.ts'
export { isPresignedWith, isSignedWith, readPresigned, readSignature } from './aws/signature.ts'
export { blankAccount, firstKeyOf } from './blank-account.ts'
export { demoAccount, demoCredentials, demoRole, operatorAccount } from './demo/account.ts'
export { smallAccount } from './demo/small.ts'
export { type SyntheticOptions, syntheticAccount } from './synthetic/account.ts'
export { type SyntheticClusterOptions, syntheticCluster } from './synthetic/cluster.ts'
