import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Package extends Resource {
  readonly repository: string
  /** True if new versions may come from an upstream or external repository; null if the response omits it. */
  readonly takes_upstream: boolean | null
  /**
   * The origin of the newest published version: `INTERNAL`, `EXTERNAL` or `UNKNOWN`; null without a version, and not
   * read if the package takes nothing from upstream.
   */
  readonly origin: Maybe<string | null>
}

export interface CodeArtifact {
  packages: Package
}

export const check = checkFor<CodeArtifact>()
