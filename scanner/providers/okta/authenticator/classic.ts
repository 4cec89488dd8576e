import { manual } from '../../../kit/index.ts'

/** The verdict on an organization whose authenticators no API returns. */
export const classic = (name: string) =>
  manual(
    `${name} uses Classic Engine, whose API does not list authenticators. Review Security > Multifactor.`,
  )
