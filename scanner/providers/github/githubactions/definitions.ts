// The texts that the workflow gives to variables of the environment of a script.
import type { Place } from './flow.ts'
import { listOf, mappingOf, textOf } from './mappings.ts'
import type { JobIndex } from './jobs.ts'
import { variablesIn } from './scripts.ts'

/** By name in lowercase. */
export type Definitions = ReadonlyMap<string, readonly string[]>

/** The maximum number of variables of an environment; GitHub limits their size. */
const mostVariables = 1_000

/** The names that a script can read, remembered because YAML aliases repeat long scripts. */
export class Mentions {
  readonly #known = new Map<string, ReadonlySet<string>>()

  /** The definitions of the variables that a script mentions, in the step, the job, the workflow and earlier steps. */
  definitions(script: string, { file, job, step }: Place, { environment }: JobIndex): Definitions {
    const members = mappingOf(mappingOf(file.workflow['jobs'])[job ?? ''])
    const own = mappingOf(listOf(members['steps'])[step])
    const environments = [own, members, file.workflow].map(({ env }) => mappingOf(env))
    const found = new Map<string, readonly string[]>()
    if (environment.size === 0 && environments.every((env) => Object.keys(env).length === 0))
      return found
    const names = this.#namesIn(script)
    const add = (name: string, value: string) => {
      const before = found.get(name) ?? []
      if (names.has(name) && value !== '' && before.length < 10) found.set(name, [...before, value])
    }
    for (const env of environments)
      for (const [name, value] of Object.entries(env).slice(0, mostVariables))
        add(name.toLowerCase(), textOf(value))
    if (environment.size <= mostVariables)
      for (const [name, written] of environment) for (const { value } of written) add(name, value)
    return found
  }

  #namesIn(script: string): ReadonlySet<string> {
    const before = this.#known.get(script)
    if (before) return before
    const inExpressions = Array.from(
      script.matchAll(/\benv\.(\w{1,99})/gi),
      ([, name = '']) => name,
    )
    const names = new Set(
      [...variablesIn(script), ...inExpressions].map((name) => name.toLowerCase()),
    )
    this.#known.set(script, names)
    return names
  }
}
