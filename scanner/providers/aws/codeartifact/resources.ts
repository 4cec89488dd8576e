import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Package extends Resource {
  readonly repository: string
  /** Whether new versions may come from an upstream repository or from outside. Null if the response omits it. */
  readonly takes_upstream: boolean | null
  /** Of the newest published version: `INTERNAL`, `EXTERNAL` or `UNKNOWN`; null without one, and unasked where nothing is taken from upstream. */
  readonly origin: Maybe<string | null>
}

export interface CodeArtifact {
  packages: Package
}

export const check = checkFor<CodeArtifact>()
