import { posix } from 'node:path'
import type { Layer } from '../layers.ts'
import { type Import, isBuiltin } from './imports.ts'

interface Module {
  readonly path: string
  readonly layer: number
  /** Its place in its layer, from the left. */
  readonly place: number
  readonly about: Layer
}

/** Tests, and what only tests use. */
const isOfTests = (path: string): boolean =>
  /\.(test|moto|browser|release)\.ts$/.test(path) || path.split('/').includes('testing')

const workspaceOf = (path: string): string => path.split('/')[0] ?? ''

/** The modules of a tree: the list of layers, with each `*` replaced by the folders that no other name matches. */
function modulesOf(layers: readonly Layer[], paths: readonly string[]): Module[] {
  const named = new Set(
    layers.flatMap(({ in: folder = '', modules }) =>
      modules.split(' ').map((name) => posix.join(folder, name)),
    ),
  )
  return layers.flatMap((about, layer) =>
    about.modules.split(' ').flatMap((name, place) => {
      const path = posix.join(about.in ?? '', name)
      if (!path.endsWith('/*')) return [{ path, layer, place, about }]
      const parent = path.slice(0, -1)
      const inside = paths.filter((one) => one.startsWith(parent))
      const folders = new Set(inside.map((one) => one.slice(parent.length).split('/')[0] ?? ''))
      const others = [...folders].filter((folder) => !named.has(parent + folder))
      return others.map((folder, next) => ({
        path: parent + folder,
        layer,
        place: place + next,
        about,
      }))
    }),
  )
}

function moduleOf(modules: readonly Module[], path: string): Module | undefined {
  return modules
    .filter((module) => path === module.path || path.startsWith(`${module.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Why an import from one module into another may not be, or null. */
function objection(from: Module, to: Module, { to: target, specifier }: Import): string | null {
  if (from.path === to.path) return null
  if (from.layer === to.layer && from.about.apart) return 'these two do not know each other'
  if (from.layer > to.layer || (from.layer === to.layer && from.place > to.place)) return 'looks up'
  const isByName = !specifier.startsWith('.')
  if (to.about.door && !isByName && target !== `${to.path}/index.ts`) {
    return `goes around ${to.path}/index.ts`
  }
  return null
}

/** A test may import upwards inside its workspace, and from lower layers. */
function objectionToTest(modules: readonly Module[], { from, to }: Import): string | null {
  const top = (workspace: string): number =>
    Math.min(...modules.filter(({ path }) => workspaceOf(path) === workspace).map((r) => r.layer))
  const [own, other] = [workspaceOf(from), workspaceOf(to ?? '')]
  if (own === other || top(own) < top(other)) return null
  return 'looks up out of its workspace'
}

/** One sentence for each import that breaks the order of `layers`. */
export function brokenLayers(
  layers: readonly Layer[],
  paths: readonly string[],
  imports: readonly Import[],
): string[] {
  const modules = modulesOf(layers, paths)
  const homeless = paths
    .filter((path) => !isOfTests(path) && !moduleOf(modules, path))
    .map((path) => `${path} belongs to no module; layers.ts lists them.`)
  const broken = imports.flatMap((one) => {
    const { from, line, to, specifier } = one
    const home = moduleOf(modules, from)
    const complain = (why: string): string[] => [`${from}:${line} imports ${specifier}: ${why}.`]
    if (!home) return []
    if (to === null) {
      const isPackage = !specifier.startsWith('@plumbline/') && !isBuiltin(specifier)
      const mayNot = home.about.bare && isPackage && !isOfTests(from)
      return mayNot ? complain('this module imports no packages') : []
    }
    const isAcross = specifier.startsWith('.') && workspaceOf(from) !== workspaceOf(to)
    if (isAcross && workspaceOf(from) !== 'scripts') {
      return complain('another workspace is imported by its name')
    }
    const module = moduleOf(modules, to)
    if (!module) return []
    if (!isOfTests(from)) {
      const isTesting = isOfTests(to) && !module.path.endsWith('/testing')
      if (isTesting && home.path === 'scripts') return [] // benches feed on what tests feed on
      if (isTesting) return complain('it is for tests only')
      const why = objection(home, module, one)
      return why ? complain(why) : []
    }
    const why = objectionToTest(modules, one)
    return why ? complain(why) : []
  })
  return [...homeless, ...broken]
}

/** Circles of imports that run while files load, each as the files in their order. */
export function cycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, isTypeOnly, isLate } of imports) {
    if (to === null || isTypeOnly || isLate) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const found: string[][] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(trail.slice(start))
    if (start >= 0 || done.has(path)) return
    trail.push(path)
    for (const one of next.get(path) ?? []) visit(one)
    trail.pop()
    done.add(path)
  }
  for (const path of next.keys()) visit(path)
  return found
}
