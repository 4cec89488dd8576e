import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** A file of .github/workflows on the default branch. */
export interface Workflow extends Resource {
  /** `.github/workflows/test.yml` */
  readonly path: string
  readonly repository: string
  /** Dangers that give untrusted users access, as sentences without the final period. */
  readonly dangers: Maybe<readonly string[]>
  /** Values in scripts that cannot be followed to their origin, in the same form. */
  readonly unclear: Maybe<readonly string[]>
}

export interface Workflows {
  workflows: Workflow
}

export const check = checkFor<Workflows>()
