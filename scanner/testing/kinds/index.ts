/** The provider types of the shared tests. A new type is a file here and a line below. */
import { awsUnderTest } from './aws.ts'
import { githubUnderTest } from './github.ts'
import type { KindUnderTest } from './kind.ts'
import { kubernetesUnderTest } from './kubernetes.ts'
import { oktaUnderTest } from './okta.ts'

export { expectedFindings, findingLine, seenFindings, type Shown } from './expected.ts'
export type { FixtureOfKind, KindUnderTest, Spoiled } from './kind.ts'
export { type Seen, scanned } from './scanned.ts'

export const kindsUnderTest: readonly KindUnderTest[] = [
  awsUnderTest,
  githubUnderTest,
  kubernetesUnderTest,
  oktaUnderTest,
]
