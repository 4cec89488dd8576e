import { manual } from '../../../kit/index.ts'

/** What can be said of an organization whose authenticators no API tells. */
export const classic = (name: string) =>
  manual(
    `${name} uses Classic Engine, whose API does not list authenticators. Review Security > Multifactor.`,
  )
