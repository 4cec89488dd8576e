import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each in its parts. Throws what `node:dns` throws. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>

const timeoutMs = 5_000

/** Queries the resolvers of this machine, within five seconds. */
export const readTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const timer = setTimeout(() => resolver.cancel(), timeoutMs)
  try {
    return await resolver.resolveTxt(name)
  } finally {
    clearTimeout(timer)
  }
}
