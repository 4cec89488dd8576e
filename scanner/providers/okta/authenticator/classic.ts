import { manual } from '../../../kit/index.ts'

/** What can be said of an organization whose authenticators no API tells. */
export const classic = (name: string) =>
  manual(
    `${name} has Classic Engine, whose API lists no authenticators; look at Security > Multifactor.`,
  )
