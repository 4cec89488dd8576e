import type { World } from './world.ts'

/** What `plumbline users verify` says of an address. */
export const prove = ({ test }: Pick<World, 'test'>, email: string): Promise<unknown> =>
  test.administer(`update users set email_verified = true where email = '${email}'`)
