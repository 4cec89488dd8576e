// The authorization modes of an API server.
import { fail, type Judged, manual, pass, type Verdict } from '../../../kit/index.ts'
import { listing } from '../listing.ts'
import type { ApiServer } from './resources.ts'

export const modeFlags = ['authorization_config', 'authorization_mode'] as const

type Given = Pick<
  Judged<ApiServer['servers'], (typeof modeFlags)[number]>,
  (typeof modeFlags)[number]
>

/** The modes in their order, or the file that lists them. The flag and the file exclude each other. */
export const modesOf = ({ authorization_config: file, authorization_mode: modes }: Given) =>
  modes ?? file ?? ['AlwaysAllow']

export const inConfigFile = (name: string, file: string): Verdict =>
  manual(`${name} reads its authorization configuration from ${file}, which the API does not show.`)

/** Passes if the list of modes contains this one, and no mode that allows what it denies. */
export function wantsMode(given: Given & { readonly name: string }, mode: string): Verdict {
  const { name, authorization_mode: set } = given
  const modes = modesOf(given)
  if (typeof modes === 'string') return inConfigFile(name, modes)
  if (set === null)
    return fail(`${name} does not set --authorization-mode, which is AlwaysAllow by default.`)
  if (modes.includes('AlwaysAllow'))
    return fail(
      `${name} has AlwaysAllow in --authorization-mode, which makes ${mode} ineffective: ${listing(modes)}.`,
    )
  return modes.includes(mode)
    ? pass(`${name} uses the authorization modes ${listing(modes)}.`)
    : fail(`${name} uses the authorization modes ${listing(modes)}, but not ${mode}.`)
}
