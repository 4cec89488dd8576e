import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Hub {
  readonly arn: string
  /** Standards that are turned on. */
  readonly standards: readonly string[]
  /** Products that send their findings. */
  readonly products: readonly string[]
}

export interface Region extends Resource {
  /** Null if Security Hub CSPM is off in the region. */
  readonly hub: Maybe<Hub | null>
}

export interface SecurityHub {
  regions: Region
}

export const check = checkFor<SecurityHub>()
