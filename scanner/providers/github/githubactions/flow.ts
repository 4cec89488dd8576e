// Follows values through a repository's workflows: environment, outputs of steps and jobs, inputs of reusable
// workflows and matrices. Nothing is evaluated.
import { isHash, safeOutputs } from './actions.ts'
import { hasLines } from './contexts.ts'
import { isLiteral, type Reference, referencesIn, withoutExpressions } from './expressions.ts'
import { type JobIndex, Scripts } from './jobs.ts'
import {
  isMapping,
  listOf,
  type Mapping,
  mappingOf,
  membersOf,
  textOf,
  textsIn,
} from './mappings.ts'
import { isComputed, isFiltered, type ScriptReading, variablesIn, type Written } from './scripts.ts'
import {
  headReference,
  merged,
  nothing,
  ofGitHub,
  ofLiteral,
  type Sources,
  union,
  unknown,
} from './sources.ts'

/** A workflow of the repository. */
export interface WorkflowFile {
  /** `.github/workflows/test.yml` */
  readonly path: string
  readonly workflow: Mapping
}

/** The place of an expression, which decides the contexts that it can read. */
export interface Place {
  readonly file: WorkflowFile
  /** Null at the top level of the workflow. */
  readonly job: string | null
  /** The index of the step; the number of steps in outputs of the job, which are evaluated after them. */
  readonly step: number
  /** False in the `env` of a step, which cannot read itself. */
  readonly inStep: boolean
}

/** The maximum number of references from a value to its origin. */
const longestChain = 30

/** The maximum number of references that are followed for one repository. */
const mostFollowed = 200_000

/** Variables of one line of a script. */
const mostVariables = 100

/** Variables of the runner; GITHUB_HEAD_REF is the only one with text of untrusted users. */
const runnerVariable = /^(?:GITHUB_|RUNNER_|HOME$|PATH$|PWD$|CI$|USER$|RANDOM$)/i

/** The expressions of a text. */
interface Parsed {
  /** The sources of literals and of the context `github`, which are the same in each place. */
  readonly fixed: Sources
  /** References that are followed to their origin. */
  readonly others: readonly Reference[]
}

/** A part of a script. */
interface Part {
  readonly variables: readonly string[]
  readonly isComputed: boolean
  readonly isFiltered: boolean
}

/** All workflows of one repository, which call each other. */
export class Flow {
  readonly #files = new Map<string, WorkflowFile>()
  readonly #repository: string
  readonly #isComplete: boolean
  readonly #known = new Map<string, Sources>()
  readonly scripts = new Scripts()
  readonly #parsed = new Map<string, Parsed>()
  readonly #parts = new Map<string, Part>()
  #callers: ReadonlyMap<string, readonly Place[]> | null = null
  #followed = 0

  /** `repository` is `owner/name`; `isComplete` is false if some of its workflows could not be read. */
  constructor(repository: string, files: Iterable<WorkflowFile>, isComplete: boolean) {
    this.#repository = repository.toLowerCase()
    this.#isComplete = isComplete
    for (const file of files) this.#files.set(file.path, file)
  }

  /** The origins of the expressions in a text. */
  expressions(text: string, place: Place): Sources {
    return this.#expressions(text, place, 0)
  }

  /** The first reference of a text that outputs untrusted text, and the first that cannot be followed. */
  insertions(text: string, place: Place): { untrusted: string | null; unknown: string | null } {
    const { fixed, others } = this.#parse(text)
    let { untrusted, unknown: open } = fixed
    for (const reference of others) {
      if (this.#followed > mostFollowed) return { untrusted, unknown: open ?? reference.text }
      const found = this.#reference(reference, place, 0)
      if (found.untrusted !== null) untrusted ??= named(reference, found.untrusted)
      if (found.unknown !== null) open ??= named(reference, found.unknown)
    }
    return { untrusted, unknown: open }
  }

  /** The origins of a part of the script of a step: its expressions and variables. */
  script(part: string, place: Place): Sources {
    return this.#script(part, place, 0)
  }

  /** Untrusted text of several lines that a step writes to the environment, where it can set other variables. */
  escaping(place: Place): string | null {
    const { untrusted } = this.#escaping(this.#reading(place).environment, place, 0)
    return untrusted
  }

  /** Untrusted text that a step writes to the search path of commands. */
  searched(place: Place): string | null {
    for (const value of this.#reading(place).path) {
      const { untrusted } = this.#script(value, place, 0)
      if (untrusted !== null) return untrusted
    }
    return null
  }

  #reading(place: Place): ScriptReading {
    const job = this.#job(place)
    const step = mappingOf(listOf(job['steps'])[place.step])
    return this.scripts.ofStep(step, job, place.file.workflow)
  }

  /** The sources of values whose lines can set other names. */
  #escaping(values: readonly Written[], place: Place, depth: number): Sources {
    for (const { value, isDelimited } of values) {
      if (isDelimited || this.#followed > mostFollowed) continue
      const found = this.#script(value, place, depth)
      if (found.untrusted !== null && hasLines(found.untrusted)) return found
    }
    return nothing
  }

  /** The workflow of this repository that a job calls; undefined if it is in another repository or missing. */
  called(uses: string): WorkflowFile | undefined {
    const path = this.#localPath(uses)
    return path === null ? undefined : this.#files.get(path)
  }

  /** The jobs of this repository that call a workflow. */
  callersOf(file: WorkflowFile): readonly Place[] {
    this.#callers ??= this.#allCallers()
    return this.#callers.get(file.path) ?? []
  }

  #localPath(uses: string): string | null {
    const [path = ''] = uses.trim().split('@')
    if (/^[.$]\//.test(path)) return path.slice(2)
    const prefix = `${this.#repository}/`
    return path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : null
  }

  #allCallers(): ReadonlyMap<string, readonly Place[]> {
    const callers = new Map<string, Place[]>()
    for (const file of this.#files.values())
      for (const [job, members] of Object.entries(mappingOf(file.workflow['jobs']))) {
        const called = this.called(textOf(mappingOf(members)['uses']))
        if (!called) continue
        const places = callers.get(called.path) ?? []
        callers.set(called.path, places)
        places.push({ file, job, step: 0, inStep: true })
      }
    return callers
  }

  #parse(text: string): Parsed {
    const before = this.#parsed.get(text)
    if (before) return before
    const all = referencesIn(text)
    const found = {
      fixed: union([
        ...all.filter(({ path }) => path[0] === 'github').map(ofGitHub),
        ...[text, ...all.filter(isLiteral).map((one) => one.text)].map(ofLiteral),
      ]),
      others: all.filter(({ path }) => followed.has(path[0] ?? '')),
    }
    this.#parsed.set(text, found)
    return found
  }

  #expressions(text: string, place: Place, depth: number): Sources {
    const { fixed, others } = this.#parse(text)
    let found = fixed
    for (const reference of others) {
      if (this.#followed > mostFollowed) return merged(found, unknown(reference.text))
      found = merged(found, this.#reference(reference, place, depth))
    }
    return found
  }

  #reference(reference: Reference, place: Place, depth: number): Sources {
    const key = JSON.stringify([
      place.file.path,
      place.job,
      place.step,
      place.inStep,
      reference.text,
    ])
    const before = this.#known.get(key)
    if (before) return before
    this.#followed += 1
    if (depth > longestChain || this.#followed > mostFollowed) return unknown(reference.text)
    // A cycle ends here. GitHub rejects its workflow.
    this.#known.set(key, unknown(reference.text))
    const found = this.#follow(reference, place, depth + 1)
    this.#known.set(key, found)
    return found
  }

  #follow({ path, text }: Reference, place: Place, depth: number): Sources {
    const [context, first, kind, name] = path
    const job = this.#job(place)
    if (context === 'env') return this.#environment(first, place, depth, text)
    if (context === 'matrix') return this.#matrix(first, job, place, depth)
    if (context === 'inputs') return this.#inputs(first, place, depth, text)
    if (context === 'secrets') return this.#secrets(first, place, depth, text)
    if (kind !== undefined && kind !== 'outputs' && kind !== '*') return nothing
    if (context === 'steps') return this.#stepOutputs(first, name, job, place, depth, text)
    const needed = membersOf(mappingOf(place.file.workflow['jobs']), first)
    return union(
      needed.map(([id, members]) =>
        this.#jobOutputs(id, mappingOf(members), name, place, depth, text),
      ),
    )
  }

  #job(place: Place): Mapping {
    return place.job === null ? {} : mappingOf(mappingOf(place.file.workflow['jobs'])[place.job])
  }

  /** Resolves a variable of the environment: the nearest definition counts. `text` names it. */
  #environment(name: string | undefined, place: Place, depth: number, text: string): Sources {
    const job = this.#job(place)
    if (place.inStep) {
      const step = mappingOf(listOf(job['steps'])[place.step])
      const own = this.#variable(step['env'], name, { ...place, inStep: false }, depth)
      if (own) return own
    }
    const index = this.#indexOf(place)
    const before = this.#writtenEnvironment(index, name, place, depth)
    const outside = { ...place, step: -1, inStep: false }
    const inJob = this.#variable(job['env'], name, outside, depth)
    const inWorkflow = () =>
      this.#variable(place.file.workflow['env'], name, { ...outside, job: null }, depth)
    const defined = inJob ?? inWorkflow()
    const found = merged(before, defined ?? nothing)
    const isDefined =
      name !== undefined && (defined !== undefined || isWritten(index, name, place.step))
    // An earlier step can set any variable. For one with a definition, that is assumed only of a step that does.
    const first = isDefined ? index.firstHidden : Math.min(index.firstHidden, index.firstProgram)
    return first < place.step ? merged(found, unknown(text)) : found
  }

  /** Undefined if the environment does not define the variable. */
  #variable(env: unknown, name: string | undefined, place: Place, depth: number) {
    if (typeof env === 'string') {
      const found = this.#expressions(env, place, depth)
      return merged(found, unknown(env.trim()))
    }
    const found = membersOf(mappingOf(env), name)
    if (found.length === 0) return undefined
    return union(found.map(([, value]) => this.#expressions(textOf(value), place, depth)))
  }

  /** The origins of the values that earlier steps of the job write to GITHUB_ENV. */
  #writtenEnvironment(
    { environment }: JobIndex,
    name: string | undefined,
    place: Place,
    depth: number,
  ): Sources {
    const all =
      name === undefined || name === '*'
        ? [...environment.values()].flat()
        : (environment.get(name) ?? [])
    this.#followed += all.length
    if (this.#followed > mostFollowed) return unknown(`env.${name ?? '*'}`)
    const before = all.filter(({ at }) => at < place.step)
    return union(
      before.map(({ at, value }) =>
        this.#script(value, { ...place, step: at, inStep: true }, depth),
      ),
    )
  }

  #indexOf(place: Place): JobIndex {
    return this.scripts.indexOf(this.#job(place), place.file.workflow)
  }

  #partOf(part: string): Part {
    const before = this.#parts.get(part)
    if (before) return before
    const found = {
      variables: variablesIn(withoutExpressions(part)),
      isComputed: isComputed(part),
      isFiltered: isFiltered(part),
    }
    this.#parts.set(part, found)
    return found
  }

  #script(text: string, place: Place, depth: number): Sources {
    this.#followed += 1
    if (depth > longestChain || this.#followed > mostFollowed) return unknown('a value of a script')
    const part = this.#partOf(text)
    if (part.variables.length > mostVariables) return unknown('a line with many variables')
    const variables = part.variables.map((name) => this.#shellVariable(name, place, depth + 1))
    const found = union([this.#expressions(text, place, depth), ...variables])
    if (part.isFiltered && found.untrusted !== null) return unknown('the output of a command')
    return part.isComputed ? merged(found, unknown('the output of a command')) : found
  }

  #shellVariable(name: string, place: Place, depth: number): Sources {
    const key = JSON.stringify([place.file.path, place.job, place.step, '$', name])
    const before = this.#known.get(key)
    if (before) return before
    this.#followed += 1
    if (this.#followed > mostFollowed) return unknown(`$${name}`)
    // `A="$A b"` adds to the variable.
    this.#known.set(key, nothing)
    const reading = this.#reading(place)
    const own = reading.variables.get(name) ?? []
    const isDefined = this.#isDefined(name, place)
    const found = union([
      isDefined ? this.#environment(name.toLowerCase(), place, depth, `$${name}`) : nothing,
      ...own.map((value) =>
        value === null ? unknown(`$${name}`) : this.#script(value, place, depth),
      ),
      name === 'GITHUB_HEAD_REF' ? headReference : nothing,
    ])
    const isKnown = own.length > 0 || runnerVariable.test(name) || isDefined
    const isHidden = reading.hidesVariables && !runnerVariable.test(name)
    const all = isKnown && !isHidden ? found : merged(found, unknown(`$${name}`))
    this.#known.set(key, all)
    return all
  }

  #isDefined(name: string, place: Place): boolean {
    const job = this.#job(place)
    const step = mappingOf(listOf(job['steps'])[place.step])
    const lower = name.toLowerCase()
    if (isWritten(this.#indexOf(place), lower, place.step)) return true
    return [step, job, place.file.workflow].some(
      ({ env }) => membersOf(mappingOf(env), lower).length > 0,
    )
  }

  #stepOutputs(
    id: string | undefined,
    name: string | undefined,
    job: Mapping,
    place: Place,
    depth: number,
    text: string,
  ): Sources {
    const found: Sources[] = []
    const { steps } = this.#indexOf(place)
    const all = id === undefined || id === '*' ? [...steps.values()].flat() : (steps.get(id) ?? [])
    this.#followed += all.length
    if (this.#followed > mostFollowed) return unknown(text)
    for (const at of all) {
      if (at >= place.step) continue
      const step = mappingOf(listOf(job['steps'])[at])
      const within = { ...place, step: at, inStep: true }
      if (isHash(textOf(step['uses']), name)) continue
      if (safeOutputs.test(textOf(step['uses']))) {
        // The key of a cache is one of its outputs.
        const inputs = textsIn(step['with'])
        found.push(...inputs.map((value) => this.#expressions(value, within, depth)))
        continue
      }
      const { outputs, hidesOutputs } = this.#reading(within)
      this.#followed += outputs.length
      found.push(this.#escaping(outputs, within, depth))
      const written = outputs.filter(
        (one) => name === undefined || name === '*' || one.name.toLowerCase() === name,
      )
      if (written.length === 0 || hidesOutputs) found.push(unknown(text))
      found.push(...written.map((one) => this.#script(one.value, within, depth)))
    }
    return union(found)
  }

  #jobOutputs(
    id: string,
    job: Mapping,
    name: string | undefined,
    place: Place,
    depth: number,
    text: string,
  ): Sources {
    const uses = textOf(job['uses'])
    if (uses === '') {
      const after = { ...place, job: id, step: listOf(job['steps']).length, inStep: false }
      const values = membersOf(mappingOf(job['outputs']), name)
      return union(values.map(([, value]) => this.#expressions(textOf(value), after, depth)))
    }
    const file = this.called(uses)
    if (!file) return unknown(text)
    const outputs = membersOf(mappingOf(callOf(file)['outputs']), name)
    const top = { file, job: null, step: -1, inStep: false }
    return union(
      outputs.map(([, output]) =>
        this.#expressions(textOf(mappingOf(output)['value']), top, depth),
      ),
    )
  }

  /** The values that callers in the repository pass. Only users with write access set other inputs. */
  #inputs(name: string | undefined, { file }: Place, depth: number, text: string): Sources {
    const found: Sources[] = []
    const top = { file, job: null, step: -1, inStep: false }
    for (const [input, definition] of membersOf(mappingOf(callOf(file)['inputs']), name)) {
      const { type, default: otherwise } = mappingOf(definition)
      if (/^(?:boolean|number)$/.test(textOf(type))) continue
      found.push(this.#passed('with', input, file, depth, text))
      found.push(this.#expressions(textOf(otherwise), top, depth))
    }
    return union(found)
  }

  /** Secrets of the repository are trusted. A caller of a reusable workflow can pass any text as a secret. */
  #secrets(name: string | undefined, { file }: Place, depth: number, text: string): Sources {
    if (this.callersOf(file).length === 0) return nothing
    return this.#passed('secrets', name, file, depth, text)
  }

  /** The origins of the values that callers pass to a reusable workflow. */
  #passed(
    kind: 'with' | 'secrets',
    name: string | undefined,
    file: WorkflowFile,
    depth: number,
    text: string,
  ): Sources {
    const callers = this.callersOf(file)
    this.#followed += callers.length
    if (this.#followed > mostFollowed) return unknown(text)
    const isOpen = kind === 'with' && (callers.length === 0 || !this.#isComplete)
    const found = isOpen ? [unknown(text)] : []
    for (const caller of callers) {
      const passed = this.#job(caller)[kind]
      // `secrets: inherit` passes the secrets of the repository.
      if (typeof passed === 'string' && passed !== 'inherit') found.push(unknown(text))
      for (const [, value] of membersOf(mappingOf(passed), name?.toLowerCase()))
        found.push(this.#expressions(textOf(value), caller, depth))
    }
    return union(found)
  }

  #matrix(name: string | undefined, job: Mapping, place: Place, depth: number): Sources {
    const { strategy } = job
    const matrix = typeof strategy === 'string' ? strategy : mappingOf(strategy)['matrix']
    const outside = { ...place, step: -1, inStep: false }
    const { include } = mappingOf(matrix)
    const values = isMapping(matrix)
      ? [
          ...membersOf(matrix, name).map(([, value]) => value),
          typeof include === 'string' ? include : null,
          ...listOf(include).flatMap((one) =>
            typeof one === 'string'
              ? [one]
              : membersOf(mappingOf(one), name).map(([, value]) => value),
          ),
        ]
      : [matrix]
    const texts = values.flatMap(textsIn)
    this.#followed += texts.length + values.length + listOf(include).length
    if (this.#followed > mostFollowed) return unknown(`matrix.${name ?? '*'}`)
    return union(texts.map((value) => this.#expressions(value, outside, depth)))
  }
}

const followed = new Set(['env', 'inputs', 'jobs', 'matrix', 'needs', 'secrets', 'steps'])

/** The definition of a reusable workflow. */
const callOf = ({ workflow }: WorkflowFile): Mapping =>
  mappingOf(mappingOf(workflow['on'])['workflow_call'])

/** True if a step before another one writes a variable to the environment. Steps are in order. */
const isWritten = ({ environment }: JobIndex, name: string, step: number): boolean =>
  (environment.get(name)?.[0]?.at ?? Infinity) < step

/** A reference with its origin, if that is another one. */
const named = ({ text }: Reference, origin: string): string =>
  origin === text ? text : `${text} (from ${origin})`
