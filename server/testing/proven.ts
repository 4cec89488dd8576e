import type { World } from './world.ts'

/** Does what `plumbline users verify` does for an address. */
export const prove = ({ test }: Pick<World, 'test'>, email: string): Promise<unknown> =>
  test.administer(`update users set email_verified = true where email = '${email}'`)
