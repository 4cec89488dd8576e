// Follows values through a repository's workflows: environment, outputs of steps and jobs, inputs of reusable
// workflows and matrices. Nothing is evaluated.
import { isPullRequestCode, isUntrusted } from './contexts.ts'
import { type Reference, referencesIn, withoutExpressions } from './expressions.ts'
import { hasCommand, isFiltered, readScript, type ScriptReading, variablesIn } from './scripts.ts'

export type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mappingOf = (value: unknown): Mapping => (isMapping(value) ? value : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a value can contain. Each member names one origin as written, or null. */
export interface Sources {
  /** A context with text of untrusted users. */
  readonly untrusted: string | null
  /** A context that selects code of a pull request. */
  readonly pullRequest: string | null
  /** A value that cannot be read from the workflows of the repository. */
  readonly unknown: string | null
}

const nothing: Sources = { untrusted: null, pullRequest: null, unknown: null }
const unknown = (what: string): Sources => ({ ...nothing, unknown: what })

const merged = (one: Sources, other: Sources): Sources => ({
  untrusted: one.untrusted ?? other.untrusted,
  pullRequest: one.pullRequest ?? other.pullRequest,
  unknown: one.unknown ?? other.unknown,
})

const union = (all: Iterable<Sources>): Sources => {
  let sum = nothing
  for (const one of all) sum = merged(sum, one)
  return sum
}

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

/** Outputs of these actions contain nothing that users write. */
const safeOutputs =
  /^actions\/(?:cache|create-github-app-token|setup-[\w-]+|upload-artifact)(?:\/|@)/i

/** Variables of the runner; GITHUB_HEAD_REF is the only one with text of untrusted users. */
const runnerVariable = /^(?:GITHUB_|RUNNER_|HOME$|PATH$|PWD$|CI$|USER$|RANDOM$)/i

interface JobIndex {
  /** The values that steps write to GITHUB_ENV, by name in lowercase. */
  readonly environment: Map<string, { at: number; value: string; run: string }[]>
  /** The steps with an id in lowercase. Only one is valid. */
  readonly steps: Map<string, readonly number[]>
}

/** All workflows of one repository, which call each other. */
export class Flow {
  readonly #files = new Map<string, WorkflowFile>()
  readonly #repository: string
  readonly #isComplete: boolean
  readonly #known = new Map<string, Sources>()
  readonly #scripts = new Map<string, ScriptReading>()
  readonly #references = new Map<string, readonly Reference[]>()
  readonly #lowered = new WeakMap<object, ReadonlyMap<string, unknown>>()
  readonly #indexes = new WeakMap<object, JobIndex>()
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
    let found: string | null = null
    let open: string | null = null
    for (const reference of this.#referencesIn(text)) {
      const { untrusted, unknown: missing } = this.#reference(reference, place, 0)
      if (untrusted !== null) found ??= named(reference, untrusted)
      if (missing !== null) open ??= named(reference, missing)
    }
    return { untrusted: found, unknown: open }
  }

  /** The origins of a part of a script: its expressions and variables. */
  script(part: string, place: Place, script: string): Sources {
    return this.#script(part, place, script, 0)
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

  #referencesIn(text: string): readonly Reference[] {
    const before = this.#references.get(text)
    if (before) return before
    const found = referencesIn(text)
    this.#references.set(text, found)
    return found
  }

  #expressions(text: string, place: Place, depth: number): Sources {
    return union(this.#referencesIn(text).map((one) => this.#reference(one, place, depth)))
  }

  #reference(reference: Reference, place: Place, depth: number): Sources {
    const [context = ''] = reference.path
    if (context === 'github') {
      const untrusted = isUntrusted(reference) ? reference.text : null
      const pullRequest = isPullRequestCode(reference) ? reference.text : null
      return { untrusted, pullRequest, unknown: null }
    }
    if (!followed.has(context)) return nothing
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
    if (context === 'env') return this.#environment(first, place, depth)
    if (context === 'matrix') return this.#matrix(first, job, place, depth)
    if (context === 'inputs') return this.#inputs(first, place, depth, text)
    if (kind !== undefined && kind !== 'outputs' && kind !== '*') return nothing
    if (context === 'steps') return this.#stepOutputs(first, name, job, place, depth, text)
    const needed = this.#members(mappingOf(place.file.workflow['jobs']), first)
    return union(
      needed.map(([id, members]) =>
        this.#jobOutputs(id, mappingOf(members), name, place, depth, text),
      ),
    )
  }

  #job(place: Place): Mapping {
    return place.job === null ? {} : mappingOf(mappingOf(place.file.workflow['jobs'])[place.job])
  }

  /** The members with a name in any case; all members for `*` and no name. */
  #members(mapping: Mapping, name: string | undefined): readonly (readonly [string, unknown])[] {
    if (name === undefined || name === '*') return Object.entries(mapping)
    let names = this.#lowered.get(mapping)
    if (!names) {
      names = new Map(Object.keys(mapping).map((key) => [key.toLowerCase(), key]))
      this.#lowered.set(mapping, names)
    }
    const key = names.get(name)
    return typeof key === 'string' ? [[key, mapping[key]]] : []
  }

  /** Resolves a variable of the environment: the nearest definition counts. */
  #environment(name: string | undefined, place: Place, depth: number): Sources {
    const job = this.#job(place)
    if (place.inStep) {
      const step = mappingOf(listOf(job['steps'])[place.step])
      const own = this.#variable(step['env'], name, { ...place, inStep: false }, depth)
      if (own) return own
    }
    const before = this.#writtenEnvironment(name, job, place, depth)
    const outside = { ...place, step: -1, inStep: false }
    const inJob = this.#variable(job['env'], name, outside, depth)
    const inWorkflow = () =>
      this.#variable(place.file.workflow['env'], name, { ...outside, job: null }, depth)
    return merged(before, inJob ?? inWorkflow() ?? nothing)
  }

  /** Undefined if the environment does not define the variable. */
  #variable(env: unknown, name: string | undefined, place: Place, depth: number) {
    if (typeof env === 'string') {
      const found = this.#expressions(env, place, depth)
      return merged(found, unknown(env.trim()))
    }
    const found = this.#members(mappingOf(env), name)
    if (found.length === 0) return undefined
    return union(found.map(([, value]) => this.#expressions(textOf(value), place, depth)))
  }

  /** What earlier steps of the job write to GITHUB_ENV. */
  #writtenEnvironment(
    name: string | undefined,
    job: Mapping,
    place: Place,
    depth: number,
  ): Sources {
    const { environment } = this.#indexOf(job)
    const all =
      name === undefined ? [...environment.values()].flat() : (environment.get(name) ?? [])
    const before = all.filter(({ at }) => at < place.step)
    this.#followed += all.length
    if (this.#followed > mostFollowed) return unknown(`env.${name ?? '*'}`)
    return union(
      before.map(({ at, value, run }) =>
        this.#script(value, { ...place, step: at, inStep: true }, run, depth),
      ),
    )
  }

  #indexOf(job: Mapping): JobIndex {
    const before = this.#indexes.get(job)
    if (before) return before
    const index: JobIndex = { environment: new Map(), steps: new Map() }
    for (const [at, value] of listOf(job['steps']).entries()) {
      const step = mappingOf(value)
      const id = textOf(step['id']).toLowerCase()
      if (id !== '') index.steps.set(id, [...(index.steps.get(id) ?? []).slice(0, 10), at])
      const run = textOf(step['run'])
      if (!/GITHUB_ENV|::set-env/.test(run)) continue
      for (const { name, value } of this.#read(run).environment) {
        const written = index.environment.get(name.toLowerCase()) ?? []
        index.environment.set(name.toLowerCase(), written)
        written.push({ at, value, run })
      }
    }
    this.#indexes.set(job, index)
    return index
  }

  #read(script: string): ScriptReading {
    const before = this.#scripts.get(script)
    if (before) return before
    const reading = readScript(script)
    this.#scripts.set(script, reading)
    return reading
  }

  #script(part: string, place: Place, script: string, depth: number): Sources {
    if (depth > longestChain) return unknown('a value of a script')
    const names = variablesIn(withoutExpressions(part))
    if (names.length > mostVariables) return unknown('a line with many variables')
    const variables = names.map((name) => this.#shellVariable(name, place, script, depth + 1))
    const found = union([this.#expressions(part, place, depth), ...variables])
    if (isFiltered(part) && found.untrusted !== null) return unknown('the output of a command')
    return hasCommand(part) ? merged(found, unknown('the output of a command')) : found
  }

  #shellVariable(name: string, place: Place, script: string, depth: number): Sources {
    const key = JSON.stringify([place.file.path, place.job, place.step, '$', name])
    const before = this.#known.get(key)
    if (before) return before
    this.#followed += 1
    if (this.#followed > mostFollowed) return unknown(`$${name}`)
    // `A="$A b"` adds to the variable.
    this.#known.set(key, nothing)
    const own = this.#read(script).variables.filter((one) => one.name === name)
    const found = union([
      this.#environment(name.toLowerCase(), place, depth),
      ...own.map(({ value }) => this.#script(value, place, script, depth)),
      name === 'GITHUB_HEAD_REF' ? headReference : nothing,
    ])
    const isKnown = own.length > 0 || runnerVariable.test(name) || this.#isDefined(name, place)
    const all = isKnown ? found : merged(found, unknown(`$${name}`))
    this.#known.set(key, all)
    return all
  }

  #isDefined(name: string, place: Place): boolean {
    const job = this.#job(place)
    const step = mappingOf(listOf(job['steps'])[place.step])
    const lower = name.toLowerCase()
    if (this.#indexOf(job).environment.has(lower)) return true
    return [step, job, place.file.workflow].some(
      ({ env }) => this.#members(mappingOf(env), lower).length > 0,
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
    const { steps } = this.#indexOf(job)
    const all = id === undefined || id === '*' ? [...steps.values()].flat() : (steps.get(id) ?? [])
    this.#followed += all.length
    if (this.#followed > mostFollowed) return unknown(text)
    for (const at of all) {
      if (at >= place.step) continue
      const step = mappingOf(listOf(job['steps'])[at])
      if (safeOutputs.test(textOf(step['uses']))) continue
      const run = textOf(step['run'])
      const written = this.#read(run).outputs.filter(
        (one) => name === undefined || name === '*' || one.name.toLowerCase() === name,
      )
      const within = { ...place, step: at, inStep: true }
      if (written.length === 0) found.push(unknown(text))
      else found.push(...written.map((one) => this.#script(one.value, within, run, depth)))
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
      const values = this.#members(mappingOf(job['outputs']), name)
      return union(values.map(([, value]) => this.#expressions(textOf(value), after, depth)))
    }
    const file = this.called(uses)
    if (!file) return unknown(text)
    const outputs = this.#members(mappingOf(callOf(file)['outputs']), name)
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
    const callers = this.callersOf(file)
    this.#followed += callers.length
    if (this.#followed > mostFollowed) return unknown(text)
    for (const [input, definition] of this.#members(mappingOf(callOf(file)['inputs']), name)) {
      if (/^(?:boolean|number)$/.test(textOf(mappingOf(definition)['type']))) continue
      if (callers.length === 0 || !this.#isComplete) found.push(unknown(text))
      for (const caller of callers) {
        const passed = this.#members(mappingOf(this.#job(caller)['with']), input.toLowerCase())
        for (const [, value] of passed) found.push(this.#expressions(textOf(value), caller, depth))
      }
    }
    return union(found)
  }

  #matrix(name: string | undefined, job: Mapping, place: Place, depth: number): Sources {
    const matrix = mappingOf(job['strategy'])['matrix']
    const outside = { ...place, step: -1, inStep: false }
    const values = isMapping(matrix)
      ? [
          ...this.#members(matrix, name).map(([, value]) => value),
          typeof matrix['include'] === 'string' ? matrix['include'] : null,
          ...listOf(matrix['include']).flatMap((one) =>
            this.#members(mappingOf(one), name).map(([, value]) => value),
          ),
        ]
      : [matrix]
    const texts = values.flatMap((value) => textsIn(value, 0))
    this.#followed += texts.length
    if (this.#followed > mostFollowed) return unknown(`matrix.${name ?? '*'}`)
    return union(texts.map((value) => this.#expressions(value, outside, depth)))
  }
}

const followed = new Set(['env', 'inputs', 'jobs', 'matrix', 'needs', 'steps'])

const headReference: Sources = {
  untrusted: 'GITHUB_HEAD_REF',
  pullRequest: 'GITHUB_HEAD_REF',
  unknown: null,
}

/** The definition of a reusable workflow. */
const callOf = ({ workflow }: WorkflowFile): Mapping =>
  mappingOf(mappingOf(workflow['on'])['workflow_call'])

/** The texts in a value of a matrix, which is at most a few levels deep. */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > 5 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1))
}

/** A reference with its origin, if that is another one. */
const named = ({ text }: Reference, origin: string): string =>
  origin === text ? text : `${text} (from ${origin})`
